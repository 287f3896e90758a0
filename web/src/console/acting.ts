// For whom the reader acts: the owner of the key and, for an operator, the merchant that was chosen.
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { api, type Schemas } from "./api/client.ts";

export const callerQuery = {
  queryKey: ["caller"],
  queryFn: async () => (await api().GET("/api/v1/caller")).data,
  staleTime: Number.POSITIVE_INFINITY,
};

export interface Acting {
  readonly kind: Schemas["CallerKind"];
  readonly credentialId: string;
  readonly scopes: readonly string[];
  /** The reader's own merchant, or the one that an operator has chosen. */
  readonly merchantId: string | undefined;
  readonly publisherId: string | undefined;
  /** Tells whether the key has one of the scopes. */
  readonly may: (...oneOf: readonly string[]) => boolean;
}

/** Returns for whom the reader acts. For views, which are shown only after the caller is known. */
export function useActing(): Acting {
  const { data: caller } = useQuery(callerQuery);
  const { merchant } = useSearch({ strict: false });
  if (!caller) throw new Error("a view is shown before the caller is known");
  const { kind, credentialId, scopes, merchantId, publisherId } = caller;
  return {
    kind,
    credentialId,
    scopes,
    merchantId: kind === "operator" ? merchant : merchantId,
    publisherId,
    may: (...oneOf) => oneOf.some((scope) => scopes.includes(scope)),
  };
}
