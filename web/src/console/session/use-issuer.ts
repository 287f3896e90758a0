import { useEffect, useState } from "react";
import { signInSettings } from "./server.ts";

/** Returns the other server at which people sign in; null for the service's own, undefined until it is known. */
export function useIssuer(): string | null | undefined {
  const [issuer, setIssuer] = useState<string | null>();
  useEffect(() => {
    signInSettings().then(
      ({ issuer: other }) => setIssuer(other ?? null),
      // The button to sign in says what is wrong.
      () => setIssuer(undefined),
    );
  }, []);
  return issuer;
}
