-- Transactions of a merchant and a kind, newest first; no payments, as in ledger_transaction_of_kind.
create index ledger_transaction_of_merchant_and_kind on ledger_transaction (merchant_id, kind, transaction_id)
  where kind <> 'payment' and merchant_id is not null;
