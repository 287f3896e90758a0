/** A path that matched: the values of its parameters in template order, percent-decoding done. */
export interface Match<T> {
  readonly leaf: T;
  readonly values: readonly string[];
}

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  parameter: Node<T> | undefined;
  /** As a parameter it takes a segment with an encoded slash in it. */
  anyText: boolean;
  leaf: T | undefined;
}

const node = <T>(): Node<T> => ({
  literals: new Map(),
  parameter: undefined,
  anyText: false,
  leaf: undefined,
});

/** Path templates (`/api/v1/payments/{paymentId}`) as a tree of segments. */
export class PathTree<T> {
  readonly #root = node<T>();
  readonly #anyText: readonly string[];
  readonly #literals = new Set<string>();
  /** What the paths fit that are templates without parameters to the letter: they need to be walked only once. */
  readonly #walked = new Map<string, readonly Match<T>[]>();

  /** @param anyText names of parameters whose values may have a slash in them, percent-encoded as `%2F` */
  constructor(anyText: readonly string[] = []) {
    this.#anyText = anyText;
  }

  /** What belongs to a template; made by `make` when the template is new. Names of parameters do not tell templates apart. */
  at(template: string, make: () => T): T {
    let current = this.#root;
    for (const segment of template.split("/").slice(1)) {
      if (segment.startsWith("{")) {
        current.parameter ??= node();
        current = current.parameter;
        current.anyText ||= this.#anyText.includes(segment.slice(1, -1));
      } else {
        const next: Node<T> = current.literals.get(segment) ?? node();
        current.literals.set(segment, next);
        current = next;
      }
    }
    current.leaf ??= make();
    if (!template.includes("{")) this.#literals.add(template);
    // The new template may fit them as well.
    this.#walked.clear();
    return current.leaf;
  }

  /**
   * Every template that the path of a request fits, those with a literal segment before those with a parameter there. Segments are
   * compared after percent-decoding (RFC 3986 section 6.2.2); an empty segment, a trailing slash and a broken encoding
   * fit none, and an encoded slash fits only a parameter that may be any text.
   */
  find(path: string): readonly Match<T>[] {
    const known = this.#walked.get(path);
    if (known) return known;
    const found = this.#find(path);
    if (this.#literals.has(path)) this.#walked.set(path, found);
    return found;
  }

  #find(path: string): Match<T>[] {
    const segments = decodeSegments(path);
    const found: Match<T>[] = [];
    if (segments) this.#walk(this.#root, segments, 0, [], found);
    return found;
  }

  #walk(
    current: Node<T>,
    segments: readonly string[],
    at: number,
    values: string[],
    found: Match<T>[],
  ): void {
    const segment = segments[at];
    if (segment === undefined) {
      if (current.leaf !== undefined) found.push({ leaf: current.leaf, values });
      return;
    }
    const literal = current.literals.get(segment);
    if (literal) this.#walk(literal, segments, at + 1, values, found);
    const { parameter } = current;
    if (parameter && (parameter.anyText || !segment.includes("/")))
      this.#walk(parameter, segments, at + 1, [...values, segment], found);
  }
}

function decodeSegments(path: string): string[] | undefined {
  if (!path.startsWith("/")) return undefined;
  const segments: string[] = [];
  for (const raw of path.slice(1).split("/")) {
    const segment = decodeSegment(raw);
    if (segment === undefined || segment === "") return undefined;
    segments.push(segment);
  }
  return segments;
}

function decodeSegment(raw: string): string | undefined {
  if (!raw.includes("%")) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    // Not percent-encoded UTF-8, so it is the name of nothing.
    return undefined;
  }
}
