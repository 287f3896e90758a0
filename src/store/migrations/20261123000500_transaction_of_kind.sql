-- Transactions of a kind, newest first. Payments have no entry: nearly all transactions are payments, and so they cost nothing more.
create index ledger_transaction_of_kind on ledger_transaction (kind, transaction_id) where kind <> 'payment';
