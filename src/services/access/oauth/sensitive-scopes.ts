import { operations } from "../../../../gen/rest/operations.ts";

/** The scopes with which some operation moves money or changes who may act, as the contract says of its operations. */
const sensitive: ReadonlySet<string> = new Set(
  operations
    .filter((operation) => operation.sensitive || operation.moves)
    .flatMap(({ access }) =>
      access.kind === "scope" ? [access.scope, ...(access.narrower ? [access.narrower] : [])] : [],
    ),
);

/** Tells whether a credential with these scopes could move money or change who may act. */
export const areSensitive = (scopes: readonly string[]): boolean =>
  scopes.some((each) => sensitive.has(each));
