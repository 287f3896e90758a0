-- Transactions of a merchant by kind, in their order. A payment has no entry and costs nothing more: the credit side of a merchant's
-- account has payments only.
create index concurrently if not exists ledger_transaction_of_kind on ledger_transaction (merchant_id, kind, transaction_id)
  where kind <> 'payment' and merchant_id is not null;
