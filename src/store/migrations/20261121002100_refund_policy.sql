-- Version of the asset type by whose policy a refund was judged; unknown for older ones.
alter table refund add column policy_version int constraint refund_policy_version check (policy_version > 0);

-- When its caller cancelled a key. A key that was cancelled before anything was executed under it has an empty answer.
alter table idempotency add column cancelled_at timestamptz;
