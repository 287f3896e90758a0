// The operations on REST, with paths to call them by.
import { type Operation, operations } from "../../gen/rest/operations.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";

export type RestOperation = Operation & { http: NonNullable<Operation["http"]> };

export const rest = operations.filter(
  (operation): operation is RestOperation => operation.http !== undefined,
);

const identifiers: Record<string, string> = {
  asset_id: newId("asset"),
  asset_type_id: newId("assetType"),
  api_key_id: newId("apiKey"),
  certificate_id: newId("certificate"),
  change_id: newId("settlementAccountChange"),
  delivery_id: newId("delivery"),
  device_id: newId("device"),
  event_id: newId("event"),
  idempotency_key: "never/used",
  issuance_job_id: newId("issuanceJob"),
  list_id: "assets-0",
  merchant_id: newId("merchant"),
  payment_id: newId("payment"),
  public_key_id: newId("publicKey"),
  publisher_id: newId("publisher"),
  reference: "RF18539007547034",
  record_id: newId("auditRecord"),
  recovery_id: newId("recovery"),
  redemption_id: newId("redemption"),
  refund_id: newId("refund"),
  revocation_list_id: "root",
  settlement_id: newId("settlement"),
  transaction_id: newId("transaction"),
  transfer_id: newId("transfer"),
  wallet_id: newId("wallet"),
  webhook_id: newId("webhook"),
};

/** Returns a path of the operation, with well-formed identifiers of things that do not exist where none is given. */
export function pathOf({ http }: RestOperation, given: Readonly<Record<string, string>> = {}): string {
  return http.template.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = given[name] ?? identifiers[name];
    if (value === undefined) throw new Error(`no value for {${name}}`);
    return encodeURIComponent(value);
  });
}
