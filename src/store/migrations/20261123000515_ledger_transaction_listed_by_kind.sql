-- Transactions of all by kind, in their order: the list of an operator. Most transactions are payments, which the list of all finds.
create index concurrently if not exists ledger_transaction_listed_by_kind on ledger_transaction (kind, transaction_id)
  where kind <> 'payment';
