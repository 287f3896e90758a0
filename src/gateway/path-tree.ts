/** A path that matched, with the decoded values of its parameters in template order. */
export interface Match<T> {
  readonly leaf: T;
  readonly values: readonly string[];
}

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  parameter: Node<T> | undefined;
  /** The parameter accepts a segment with an encoded slash. */
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
  /** Matches of paths that equal a template without parameters; the tree is walked only once for each. */
  readonly #walked = new Map<string, Match<T> | undefined>();

  /** @param anyText names of parameters whose values may contain a slash, percent-encoded as `%2F` */
  constructor(anyText: readonly string[] = []) {
    this.#anyText = anyText;
  }

  /** Returns the leaf of a template; `make` makes the leaf of a new template. Parameter names do not distinguish templates. */
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
    // The new template may match these paths better.
    this.#walked.clear();
    return current.leaf;
  }

  /**
   * Returns the template that matches a request path. A literal segment wins over a parameter, as in OpenAPI. Segments are compared after
   * percent-decoding (RFC 3986 section 6.2.2). An empty segment, a trailing slash or a broken encoding matches nothing. An encoded slash
   * matches only an `anyText` parameter.
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
    // The segment is not percent-encoded UTF-8, so no template matches it.
    return undefined;
  }
}
