// A merchant as people know it.
import { useMerchantName } from "../api/merchants.ts";

interface MerchantNameProps {
  readonly id: string;
  /** Shows the identifier beside the name, too. */
  readonly withId?: boolean;
}

export function MerchantName({ id, withId = false }: MerchantNameProps) {
  const name = useMerchantName(id);
  if (name === undefined) return <code>{id}</code>;
  return (
    <>
      <bdi title={id}>{name}</bdi> {withId && <code className="quiet">{id}</code>}
    </>
  );
}
