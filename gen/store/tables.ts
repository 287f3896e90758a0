// Generated from test/store/schema.golden.txt by src/codegen/row-types.ts. Do not edit.
/** Rows of each table as the driver returns them: numeric and bigint as strings. */
export interface Tables {
  readonly account: {
    readonly asset_type_id: string;
    readonly account_id: string;
    readonly kind: "issuance" | "wallet" | "merchant" | "clearing" | "settled";
    readonly owner_id: string;
    readonly balance: string;
  };
  readonly account_checkpoint: {
    readonly account_id: string;
    readonly closed_at: Date;
    readonly balance: string;
  };
  readonly account_delta: {
    readonly asset_type_id: string;
    readonly account_id: string;
    readonly kind: string;
    readonly transaction_id: string;
    readonly leg: number;
    readonly amount: string;
  };
  readonly api_key: {
    readonly api_key_id: string;
    readonly merchant_id: string | null;
    readonly publisher_id: string | null;
    readonly name: string;
    readonly scopes: string[];
    readonly secret_hash: Buffer;
    readonly status: "active" | "revoked";
    readonly created_at: Date;
    readonly revoked_at: Date | null;
    readonly device_id: string | null;
    readonly expires_at: Date | null;
    readonly last_used_at: Date | null;
    readonly replaces_api_key_id: string | null;
  };
  readonly api_key_origin: {
    readonly api_key_id: string;
    readonly allowed_networks: string[];
    readonly last_use_address: string | null;
    readonly request_signing: "optional" | "sensitive" | "required" | null;
  };
  readonly asset: {
    readonly publisher_id: string;
    readonly asset_id: string;
    readonly kind: "good" | "ticket" | "identity" | "value";
    readonly name: string;
    readonly description: string;
    readonly networks: string[];
    readonly metadata: unknown;
    readonly status: "issued" | "active" | "suspended" | "revoked" | "retired";
    readonly created_at: Date;
    readonly asset_type_id: string | null;
    readonly status_number: string;
  };
  readonly asset_reference: {
    readonly publisher_id: string;
    readonly reference: string;
    readonly asset_id: string;
    readonly fingerprint: Buffer;
  };
  readonly asset_transition: {
    readonly publisher_id: string;
    readonly asset_id: string;
    readonly transition_id: string;
    readonly from_status: string | null;
    readonly to_status: string;
    readonly reason: string;
    readonly created_at: Date;
  };
  readonly asset_type: {
    readonly publisher_id: string;
    readonly asset_type_id: string;
    readonly code: string;
    readonly name: string;
    readonly decimals: number;
    readonly refundable: boolean;
    readonly refund_window_seconds: string;
    readonly created_at: Date;
    readonly transferable: boolean;
    readonly minimum_assurance: "static" | "dynamic_mac" | "proof_of_possession";
    readonly capabilities: string[];
    readonly version: number;
  };
  readonly asset_type_network: {
    readonly publisher_id: string;
    readonly asset_type_id: string;
    readonly ordinal: number;
    readonly network: string;
    readonly network_asset: string;
  };
  readonly audit_batch: {
    readonly batch_id: string;
    readonly created_at: Date;
    readonly count: number;
    readonly records: Buffer;
    readonly ends: number[];
    readonly hashes: Buffer;
    readonly first_position: string | null;
  };
  readonly audit_checkpoint: {
    readonly size: string;
    readonly note: string;
    readonly created_at: Date;
  };
  readonly audit_key: {
    readonly purpose: "checkpoint" | "address";
    readonly name: string;
    readonly public_key: Buffer | null;
    readonly sealed_key: Buffer;
    readonly created_at: Date;
  };
  readonly audit_log: {
    readonly singleton: boolean;
    readonly size: string;
    readonly retained_from: string;
  };
  readonly audit_place: {
    readonly key: string;
    readonly batch_id: string;
    readonly created_at: Date;
    readonly places: string;
  };
  readonly audit_tile: {
    readonly level: number;
    readonly index: string;
    readonly hashes: Buffer;
  };
  readonly business_clock: {
    readonly singleton: boolean;
    readonly offset_seconds: string;
    readonly closed_offset_seconds: string;
    readonly advanced_at: Date;
  };
  readonly credential_failure: {
    readonly subject: Buffer;
    readonly failures: number;
    readonly last_failed_at: Date;
  };
  readonly credential_limits: {
    readonly credential_id: string;
    readonly operations: string[];
    readonly maximum_amount: string | null;
    readonly asset_type: string | null;
    readonly allowed_origins: string[];
  };
  readonly credential_role: {
    readonly credential_id: string;
    readonly role: string;
  };
  readonly data_key: {
    readonly purpose: "seal" | "digest" | "ownership_tag";
    readonly version: number;
    readonly wrapped_key: Buffer | null;
    readonly created_at: Date;
    readonly active_at: Date | null;
    readonly removed_at: Date | null;
    readonly refused_at: Date | null;
  };
  readonly delegation_use: {
    readonly digest: Buffer;
    readonly uses: Buffer[];
    readonly expires_at: Date;
  };
  readonly device: {
    readonly publisher_id: string;
    readonly device_id: string;
    readonly asset_id: string;
    readonly serial_number: string;
    readonly certificate: Buffer | null;
    readonly issuer_certificate_id: string | null;
    readonly fingerprint: Buffer | null;
    readonly status: "active" | "revoked";
    readonly not_after: Date | null;
    readonly created_at: Date;
    readonly revoked_at: Date | null;
    readonly kind: "certificate" | "raw_key" | "ntag424";
    readonly public_key: Buffer | null;
    readonly revoke_reason: string | null;
    readonly holds_serial: boolean;
    readonly status_number: string;
    readonly certificate_number: Buffer | null;
    readonly holds_number: boolean;
    readonly key_digest: Buffer | null;
  };
  readonly device_key: {
    readonly key_digest: Buffer;
    readonly publisher_id: string;
  };
  readonly device_tag: {
    readonly publisher_id: string;
    readonly device_id: string;
    readonly sealed_keys: Buffer;
    readonly read_counter: number | null;
    readonly in_use: boolean;
  };
  readonly event: {
    readonly tenant_id: string;
    readonly position: string;
    readonly event_id: string;
    readonly merchant_id: string | null;
    readonly publisher_id: string | null;
    readonly type: string;
    readonly subject: string;
    readonly occurred_at: Date;
    readonly data: Buffer;
    readonly recorded_at: Date;
    readonly wallet_id: string | null;
  };
  readonly event_log: {
    readonly singleton: boolean;
    readonly last_position: string;
  };
  readonly holder_key: {
    readonly key_thumbprint: string;
    readonly wallet_id: string;
    readonly seq: number;
    readonly holder_key: unknown;
    readonly created_at: Date;
    readonly retired_at: Date | null;
    readonly retired_by: "rotation" | "recovery" | null;
    readonly active: boolean;
  };
  readonly idempotency: {
    readonly caller: string;
    readonly operation: string;
    readonly key: string;
    readonly request_hash: Buffer;
    readonly response: Buffer;
    readonly sealed: boolean;
    readonly created_at: Date;
    readonly cancelled_at: Date | null;
    readonly ahead_seconds: string | null;
  };
  readonly identity_challenge: {
    readonly nonce: Buffer;
    readonly caller: string;
    readonly audience: string;
    readonly expires_at: Date;
  };
  readonly identity_issuer: {
    readonly publisher_id: string;
    readonly certificate_id: string;
    readonly certificate: Buffer;
    readonly fingerprint: Buffer;
    readonly issuer_certificate_id: string;
    readonly status: "active" | "revoked";
    readonly not_after: Date;
    readonly created_at: Date;
    readonly revoked_at: Date | null;
    readonly certificate_number: Buffer;
    readonly holds_number: boolean;
  };
  readonly installation_key: {
    readonly name: "data_key" | "trust_root";
    readonly fingerprint: Buffer;
  };
  readonly issuance_item: {
    readonly publisher_id: string;
    readonly issuance_job_id: string;
    readonly index: number;
    readonly status: "issued" | "already_issued" | "failed";
    readonly fingerprint: Buffer;
    readonly reference: string | null;
    readonly asset_id: string | null;
    readonly faults: unknown;
  };
  readonly issuance_job: {
    readonly publisher_id: string;
    readonly issuance_job_id: string;
    readonly reference: string;
    readonly item_count: number;
    readonly issued_count: number;
    readonly already_issued_count: number;
    readonly failed_count: number;
    readonly created_at: Date;
    readonly updated_at: Date;
  };
  readonly ledger_check: {
    readonly singleton: boolean;
    readonly checked_at: Date;
    readonly results: unknown;
  };
  readonly ledger_transaction: {
    readonly asset_type_id: string;
    readonly transaction_id: string;
    readonly kind: "issue" | "payment" | "refund" | "settlement" | "payout" | "transfer";
    readonly amount: string;
    readonly publisher_id: string | null;
    readonly merchant_id: string | null;
    readonly wallet_id: string | null;
    readonly payment_id: string | null;
    readonly refund_id: string | null;
    readonly settlement_id: string | null;
    readonly created_at: Date;
  };
  readonly ledger_transfer: {
    readonly asset_type_id: string;
    readonly transaction_id: string;
    readonly leg: number;
    readonly debit_account_id: string;
    readonly credit_account_id: string;
    readonly amount: string;
    readonly created_at: Date;
  };
  readonly merchant: {
    readonly merchant_id: string;
    readonly name: string;
    readonly status: "active" | "suspended";
    readonly created_at: Date;
    readonly version: number;
    readonly website: string | null;
    readonly support_url: string | null;
    readonly request_signing: "optional" | "sensitive" | "required" | null;
  };
  readonly merchant_authority: {
    readonly certificate_id: string;
    readonly certificate: Buffer;
    readonly sealed_key: Buffer;
    readonly not_before: Date;
    readonly not_after: Date;
    readonly created_at: Date;
  };
  readonly merchant_certificate: {
    readonly merchant_id: string;
    readonly certificate_id: string;
    readonly key_identifier: Buffer;
    readonly device_id: string | null;
    readonly issuer_certificate_id: string;
    readonly certificate: Buffer;
    readonly status: "active" | "revoked";
    readonly not_before: Date;
    readonly not_after: Date;
    readonly created_at: Date;
    readonly revoked_at: Date | null;
    readonly revocation_reason: "unspecified" | "key_compromise" | "affiliation_changed" | "superseded" | "cessation_of_operation" | "privilege_withdrawn" | null;
    readonly scopes: string[];
  };
  readonly merchant_device: {
    readonly merchant_id: string;
    readonly device_id: string;
    readonly name: string;
    readonly status: "active" | "suspended" | "removed";
    readonly version: number;
    readonly created_at: Date;
    readonly removed_at: Date | null;
  };
  readonly merchant_key: {
    readonly key_identifier: Buffer;
    readonly merchant_id: string;
    readonly device_id: string | null;
    readonly compromised_at: Date | null;
  };
  readonly merchant_transition: {
    readonly merchant_id: string;
    readonly transition_id: string;
    readonly from_status: string;
    readonly to_status: string;
    readonly reason: string;
    readonly created_at: Date;
  };
  readonly network_signer: {
    readonly network: string;
    readonly account: string;
    readonly next_sequence: string;
    readonly epoch: number;
  };
  readonly oauth_state: {
    readonly state_hash: Buffer;
    readonly kind: string;
    readonly payload: Buffer;
    readonly grant_id: string | null;
    readonly expires_at: Date;
    readonly consumed_at: Date | null;
  };
  readonly outbox: {
    readonly tenant_id: string;
    readonly event_id: string;
    readonly merchant_id: string | null;
    readonly publisher_id: string | null;
    readonly type: string;
    readonly subject: string;
    readonly occurred_at: Date;
    readonly data: Buffer;
    readonly wallet_id: string | null;
    readonly append_number: string;
  };
  readonly ownership: {
    readonly publisher_id: string;
    readonly asset_id: string;
    readonly seq: number;
    readonly entry_hash: Buffer;
    readonly owner_tag: Buffer;
    readonly acquired_at: Date;
  };
  readonly ownership_entry: {
    readonly publisher_id: string;
    readonly asset_id: string;
    readonly seq: number;
    readonly transfer_id: string;
    readonly prev_entry_hash: Buffer | null;
    readonly entry_hash: Buffer;
    readonly offer_hash: Buffer;
    readonly acceptance_hash: Buffer | null;
    readonly created_at: Date;
  };
  readonly ownership_shelf: {
    readonly shelf: Buffer;
    readonly position: string;
    readonly item: Buffer;
    readonly sealed_reference: Buffer;
  };
  readonly ownership_transfer: {
    readonly publisher_id: string;
    readonly transfer_id: string;
    readonly asset_id: string;
    readonly seq: number;
    readonly status: "offered" | "accepted" | "declined" | "cancelled" | "expired";
    readonly offer_hash: Buffer;
    readonly giver_tag: Buffer | null;
    readonly receiver_tag: Buffer | null;
    readonly claim_code_hash: Buffer | null;
    readonly wrong_tries: number;
    readonly sealed_offer: Buffer;
    readonly sealed_acceptance: Buffer | null;
    readonly entry_hash: Buffer | null;
    readonly receipt: string | null;
    readonly created_at: Date;
    readonly expires_at: Date;
    readonly ended_at: Date | null;
  };
  readonly payment: {
    readonly merchant_id: string;
    readonly payment_id: string;
    readonly asset_type_id: string;
    readonly amount: string;
    readonly status: "pending" | "completed" | "failed" | "cancelled";
    readonly failure_reason: string | null;
    readonly reference: string | null;
    readonly nonce: Buffer;
    readonly wallet_id: string | null;
    readonly transaction_id: string | null;
    readonly refunded_amount: string;
    readonly settlement_id: string | null;
    readonly created_at: Date;
    readonly expires_at: Date;
    readonly ended_at: Date | null;
    readonly version: number;
    readonly description: string | null;
    readonly order_reference: string | null;
    readonly metadata: unknown;
    readonly presentation: Buffer | null;
    readonly device_id: string | null;
  };
  readonly process: {
    readonly process_id: string;
    readonly tier: "gateway" | "core" | "worker";
    readonly version: string;
    readonly build_commit: string | null;
    readonly host: string;
    readonly started_at: Date;
    readonly reported_at: Date;
    readonly certificate_expires_at: Date;
  };
  readonly public_key: {
    readonly public_key_id: string;
    readonly merchant_id: string | null;
    readonly publisher_id: string | null;
    readonly device_id: string | null;
    readonly name: string;
    readonly scopes: string[];
    readonly algorithm: "ES256" | "EdDSA" | "PS256";
    readonly spki: Buffer;
    readonly status: "active" | "revoked";
    readonly created_at: Date;
    readonly revoked_at: Date | null;
    readonly expires_at: Date | null;
    readonly allowed_networks: string[];
    readonly last_used_at: Date | null;
    readonly last_use_address: string | null;
    readonly replaces_public_key_id: string | null;
    readonly request_signing: "optional" | "sensitive" | "required" | null;
  };
  readonly publisher: {
    readonly publisher_id: string;
    readonly name: string;
    readonly status: "active" | "suspended";
    readonly created_at: Date;
    readonly version: number;
    readonly status_number: string;
  };
  readonly publisher_access_authority: {
    readonly certificate_id: string;
    readonly certificate: Buffer;
    readonly sealed_key: Buffer;
    readonly not_before: Date;
    readonly not_after: Date;
    readonly created_at: Date;
  };
  readonly publisher_access_certificate: {
    readonly publisher_id: string;
    readonly certificate_id: string;
    readonly key_identifier: Buffer;
    readonly issuer_certificate_id: string;
    readonly certificate: Buffer;
    readonly status: "active" | "revoked";
    readonly not_before: Date;
    readonly not_after: Date;
    readonly created_at: Date;
    readonly revoked_at: Date | null;
    readonly revocation_reason: "unspecified" | "key_compromise" | "affiliation_changed" | "superseded" | "cessation_of_operation" | "privilege_withdrawn" | null;
    readonly scopes: string[];
  };
  readonly publisher_access_key: {
    readonly key_identifier: Buffer;
    readonly publisher_id: string;
    readonly compromised_at: Date | null;
  };
  readonly publisher_certificate: {
    readonly publisher_id: string;
    readonly certificate_id: string;
    readonly custody: "external" | "hosted";
    readonly serial_number: string;
    readonly key_identifier: Buffer;
    readonly fingerprint: Buffer;
    readonly certificate: Buffer;
    readonly sealed_key: Buffer | null;
    readonly status: "active" | "revoked";
    readonly not_before: Date;
    readonly not_after: Date;
    readonly created_at: Date;
    readonly revoked_at: Date | null;
    readonly revocation_reason: "unspecified" | "key_compromise" | "ca_compromise" | "affiliation_changed" | "superseded" | "cessation_of_operation" | "privilege_withdrawn" | null;
  };
  readonly publisher_transition: {
    readonly publisher_id: string;
    readonly transition_id: string;
    readonly from_status: string;
    readonly to_status: string;
    readonly reason: string;
    readonly created_at: Date;
  };
  readonly quota_bucket: {
    readonly subject: Buffer;
    readonly level: number;
    readonly wanted: number;
    readonly granted: number;
    readonly asked_at: Date;
    readonly units_per_second: number;
    readonly capacity: number;
  };
  readonly refund: {
    readonly merchant_id: string;
    readonly refund_id: string;
    readonly payment_id: string;
    readonly asset_type_id: string;
    readonly original_transaction_id: string;
    readonly amount: string;
    readonly reason: string;
    readonly status: "pending" | "completed" | "failed";
    readonly transaction_id: string | null;
    readonly from_settled: string;
    readonly settlement_id: string | null;
    readonly created_at: Date;
    readonly ended_at: Date | null;
    readonly policy_version: number | null;
  };
  readonly relay_cursor: {
    readonly name: string;
    readonly position: string;
    readonly stream_sequence: string;
    readonly lease_owner: string | null;
    readonly lease_until: Date | null;
    readonly updated_at: Date;
  };
  readonly revocation_list: {
    readonly revocation_list_id: string;
    readonly number: string;
    readonly entries_digest: Buffer | null;
    readonly list: Buffer;
    readonly this_update: Date;
    readonly next_update: Date;
  };
  readonly revoked_access_token: {
    readonly token_id: string;
    readonly expires_at: Date;
  };
  readonly settlement: {
    readonly merchant_id: string;
    readonly settlement_id: string;
    readonly asset_type_id: string;
    readonly network: string;
    readonly network_asset: string;
    readonly account: string;
    readonly amount: string;
    readonly status: "pending" | "confirmed" | "finalized" | "reverted";
    readonly transaction_id: string;
    readonly reference: string | null;
    readonly sequence: string | null;
    readonly inclusion: string | null;
    readonly confirmation_count: number;
    readonly attempts: number;
    readonly next_attempt_at: Date;
    readonly last_error: string | null;
    readonly created_at: Date;
    readonly finalized_at: Date | null;
    readonly submitted_at: Date | null;
    readonly payment_count: number;
    readonly refund_count: number;
    readonly confirmations_required: number;
    readonly payout_transaction_id: string | null;
    readonly head_since: Date | null;
    readonly rehearsal: "reverted" | null;
    readonly rehearsed_at: Date | null;
    readonly attempt: number | null;
  };
  readonly settlement_account_change: {
    readonly merchant_id: string;
    readonly change_id: string;
    readonly network: string;
    readonly account: string | null;
    readonly requested_by: string | null;
    readonly created_at: Date;
    readonly effective_at: Date;
    readonly cancelled_at: Date | null;
    readonly announced: boolean;
  };
  readonly settlement_intervention: {
    readonly intervention_id: string;
    readonly network: string;
    readonly merchant_id: string | null;
    readonly settlement_id: string | null;
    readonly action: "prepare_anew" | "skip_foreign" | "adopt_signer" | "network_restarted" | "recover_payouts" | "accept_transfer";
    readonly decided_by: string;
    readonly reason: string;
    readonly detail: unknown;
    readonly decided_at: Date;
  };
  readonly settlement_transfer: {
    readonly merchant_id: string;
    readonly settlement_id: string;
    readonly attempt: number;
    readonly network: string;
    readonly signer: string;
    readonly epoch: number;
    readonly sequence: string;
    readonly reference: string;
    readonly signed_transfer: Buffer;
    readonly replaces: number | null;
    readonly prepared_at: Date;
  };
  readonly settlement_transfer_end: {
    readonly merchant_id: string;
    readonly settlement_id: string;
    readonly attempt: number;
    readonly reason: "failed" | "displaced" | "network_restarted";
    readonly evidence: string;
    readonly ended_at: Date;
  };
  readonly sign_in_grant: {
    readonly grant_id: string;
    readonly session_id: string;
    readonly client_id: string;
    readonly scopes: string[];
    readonly allowed_at: Date;
    readonly ended_at: Date | null;
  };
  readonly sign_in_passkey: {
    readonly passkey_id: string;
    readonly first_credential_id: string;
    readonly place: number;
    readonly webauthn_id: Buffer;
    readonly public_key: Buffer;
    readonly sign_count: string;
    readonly transports: string[];
    readonly aaguid: string;
    readonly name: string;
    readonly created_at: Date;
    readonly last_used_at: Date | null;
  };
  readonly sign_in_session: {
    readonly session_id: string;
    readonly credential_id: string;
    readonly link_hash: Buffer | null;
    readonly link_expires_at: Date | null;
    readonly created_at: Date;
    readonly opened_at: Date | null;
    readonly last_used_at: Date | null;
    readonly expires_at: Date;
    readonly revoked_at: Date | null;
    readonly passkey_used_at: Date | null;
  };
  readonly signing_key: {
    readonly purpose: "receipt" | "status_list" | "access_token" | "answer";
    readonly key_id: string;
    readonly public_key: unknown;
    readonly sealed_key: Buffer | null;
    readonly signs_from: Date;
    readonly signs_until: Date | null;
    readonly published_until: Date | null;
    readonly created_at: Date;
  };
  readonly spent_nonce: {
    readonly digest: Buffer;
    readonly expires_at: Date;
  };
  readonly status_list_seed: {
    readonly subject: "assets" | "devices" | "publishers";
    readonly sealed_seed: Buffer;
  };
  readonly ticket: {
    readonly publisher_id: string;
    readonly asset_id: string;
    readonly not_before: Date | null;
    readonly not_after: Date | null;
    readonly gate_groups: string[];
    readonly use_count: number;
    readonly redeemers: string[];
    readonly used_count: number;
    readonly last_redeemed_at: Date | null;
  };
  readonly ticket_redemption: {
    readonly publisher_id: string;
    readonly asset_id: string;
    readonly use_number: number;
    readonly redemption_id: string;
    readonly gate: string;
    readonly gate_group: string | null;
    readonly redeemed_by: string | null;
    readonly tap: Buffer | null;
    readonly assurance: "static" | "dynamic_mac" | "proof_of_possession";
    readonly uses_left: number;
    readonly redeemed_at: Date;
    readonly receipt: string;
    readonly created_at: Date;
    readonly evidence: Buffer | null;
  };
  readonly verification_challenge: {
    readonly nonce: Buffer;
    readonly asset_id: string;
    readonly audience: string;
    readonly expires_at: Date;
  };
  readonly wallet: {
    readonly wallet_id: string;
    readonly holder_key: unknown;
    readonly key_thumbprint: string;
    readonly created_at: Date;
    readonly key_active: boolean;
    readonly recovery_key: unknown;
    readonly recovery_thumbprint: string | null;
  };
  readonly wallet_recovery: {
    readonly recovery_id: string;
    readonly wallet_id: string;
    readonly status: "pending" | "completed" | "vetoed" | "replaced" | "expired";
    readonly old_thumbprint: string;
    readonly new_thumbprint: string;
    readonly new_key: unknown;
    readonly statement_digest: Buffer;
    readonly created_at: Date;
    readonly effective_at: Date;
    readonly expires_at: Date;
    readonly ended_at: Date | null;
  };
  readonly wallet_statement: {
    readonly wallet_id: string;
    readonly nonce: string;
    readonly digest: Buffer;
    readonly transaction_id: string | null;
    readonly created_at: Date;
  };
  readonly webhook: {
    readonly webhook_id: string;
    readonly tenant_id: string;
    readonly merchant_id: string | null;
    readonly publisher_id: string | null;
    readonly url: string;
    readonly description: string;
    readonly event_types: string[];
    readonly thin: boolean;
    readonly ordered: boolean;
    readonly public_key_signature: boolean;
    readonly concurrency: number;
    readonly rate: number | null;
    readonly status: "unverified" | "enabled" | "disabled" | "deleted";
    readonly disabled_reason: "REQUESTED" | "GONE" | "FAILING" | null;
    readonly verify_at: Date | null;
    readonly verify_attempts: number;
    readonly version: number;
    readonly created_at: Date;
    readonly updated_at: Date;
    readonly authentication: "bearer" | "oauth" | "certificate" | null;
    readonly token_endpoint: string | null;
    readonly client_id: string | null;
    readonly token_scope: string | null;
    readonly sealed_credential: Buffer | null;
    readonly wallet_id: string | null;
    readonly certificate_chain: string | null;
    readonly certificate_expires_at: Date | null;
    readonly certificate_fingerprint: string | null;
    readonly http_signature: boolean;
  };
  readonly webhook_cursor: {
    readonly webhook_id: string;
    readonly tenant_id: string;
    readonly position: string;
    readonly sequence: string;
    readonly recorded_since: Date;
    readonly ready_position: string;
    readonly due_at: Date | null;
    readonly held_until: Date | null;
    readonly failures: number;
    readonly failing_since: Date | null;
    readonly lease_owner: string | null;
    readonly lease_until: Date | null;
    readonly blocked_until: Date | null;
  };
  readonly webhook_delivery: {
    readonly delivery_id: string;
    readonly webhook_id: string;
    readonly tenant_id: string;
    readonly event_id: string;
    readonly position: string;
    readonly sequence: string;
    readonly attempt: number;
    readonly created_at: Date;
    readonly duration_ms: number;
    readonly status: number | null;
    readonly error: string | null;
    readonly encrypted_answer: Buffer | null;
    readonly next_at: Date | null;
    readonly tls_error: string | null;
  };
  readonly webhook_retry: {
    readonly webhook_id: string;
    readonly event_id: string;
    readonly position: string;
    readonly sequence: string;
    readonly attempts: number;
    readonly next_at: Date;
    readonly failing_since: Date | null;
  };
  readonly webhook_secret: {
    readonly webhook_id: string;
    readonly secret_id: string;
    readonly sealed_secret: Buffer;
    readonly created_at: Date;
    readonly expires_at: Date | null;
  };
  readonly webhook_signing_key: {
    readonly purpose: "webhook";
    readonly key_id: string;
    readonly public_key: unknown;
    readonly sealed_key: Buffer | null;
    readonly signs_from: Date;
    readonly signs_until: Date | null;
    readonly published_until: Date | null;
    readonly created_at: Date;
  };
  readonly webhook_test: {
    readonly event_id: string;
    readonly webhook_id: string;
    readonly tenant_id: string;
    readonly event_type: string;
  };
}
