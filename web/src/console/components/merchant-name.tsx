// A merchant as people know it.
import { useMerchants } from "../api/merchants.ts";

export function MerchantName({ id }: { readonly id: string }) {
  const { merchants } = useMerchants();
  const name = merchants.find(({ merchantId }) => merchantId === id)?.name;
  return name === undefined ? <code>{id}</code> : <span title={id}>{name}</span>;
}
