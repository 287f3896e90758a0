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
  /** Matches of paths that are templates without parameters to the letter: they need to be walked only once. */
  readonly #walked = new Map<string, Match<T> | undefined>();

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
    // The new template may fit them better.
    this.#walked.clear();
    return current.leaf;
  }

  /**
   * The template that the path of a request fits: one with a literal segment is preferred to one with a parameter there, as OpenAPI
   * matches paths. Segments are compared after percent-decoding (RFC 3986 section 6.2.2); an empty segment, a trailing slash and a
   * broken encoding fit none, and an encoded slash fits only a parameter that may be any text.
   */
  find(path: string): Match<T> | undefined {
    const known = this.#walked.get(path);
    if (known) return known;
    const segments = decodeSegments(path);
    const found = segments && this.#walk(this.#root, segments, 0, []);
    if (this.#literals.has(path)) this.#walked.set(path, found);
    return found;
  }

  #walk(current: Node<T>, segments: readonly string[], at: number, values: string[]): Match<T> | undefined {
    const segment = segments[at];
    if (segment === undefined) return current.leaf === undefined ? undefined : { leaf: current.leaf, values };
    const literal = current.literals.get(segment);
    const found = literal && this.#walk(literal, segments, at + 1, values);
    if (found) return found;
    const { parameter } = current;
    if (!parameter || (segment.includes("/") && !parameter.anyText)) return undefined;
    return this.#walk(parameter, segments, at + 1, [...values, segment]);
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
