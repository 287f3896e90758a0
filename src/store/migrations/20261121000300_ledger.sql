-- Holdings by asset type. account_id is derived from (asset type, kind, owner): see src/domain/ledger.
create table account (
  asset_type_id uuid not null references asset_type (asset_type_id),
  account_id uuid not null,
  kind text not null constraint account_kind check (kind in ('issuance', 'wallet', 'merchant', 'settled')),
  owner_id uuid not null,
  -- Credits that are still in account_delta are not in here yet.
  balance numeric(38, 0) not null default 0,
  constraint account_balance_not_negative check (balance >= 0 or kind = 'issuance'),
  primary key (asset_type_id, account_id),
  constraint account_identity unique (asset_type_id, account_id, kind)
);
create unique index account_owner on account (owner_id, kind, asset_type_id);

-- Movements of value, append-only.
create table ledger_transaction (
  asset_type_id uuid not null,
  transaction_id uuid not null,
  kind text not null constraint ledger_transaction_kind check (kind in ('issue', 'payment', 'refund', 'settlement')),
  amount numeric(38, 0) not null constraint ledger_transaction_amount check (amount > 0),
  publisher_id uuid,
  merchant_id uuid,
  wallet_id uuid,
  payment_id uuid,
  refund_id uuid,
  settlement_id uuid,
  created_at timestamptz not null,
  primary key (asset_type_id, transaction_id, created_at)
) partition by range (created_at);
create index ledger_transaction_id on ledger_transaction (transaction_id);
create table ledger_transaction_default partition of ledger_transaction default;
create trigger append_only before update or delete on ledger_transaction for each statement execute function refuse_change();

-- Their legs: one debit, one credit, one amount, so that every movement sums to zero by construction. Append-only.
create table ledger_transfer (
  asset_type_id uuid not null,
  transaction_id uuid not null,
  leg smallint not null,
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  amount numeric(38, 0) not null constraint ledger_transfer_amount check (amount > 0),
  created_at timestamptz not null,
  constraint ledger_transfer_two_accounts check (debit_account_id <> credit_account_id),
  primary key (asset_type_id, transaction_id, leg, created_at),
  foreign key (asset_type_id, debit_account_id) references account,
  foreign key (asset_type_id, credit_account_id) references account
) partition by range (created_at);
create index ledger_transfer_debit on ledger_transfer (debit_account_id, created_at);
create index ledger_transfer_credit on ledger_transfer (credit_account_id, created_at);
create table ledger_transfer_default partition of ledger_transfer default;
create trigger append_only before update or delete on ledger_transfer for each statement execute function refuse_change();

-- Movements that are not yet folded into account.balance. They are appended without locking the account, so that one busy
-- merchant does not serialise its payments; only an issuance account takes negative ones.
create table account_delta (
  asset_type_id uuid not null,
  account_id uuid not null,
  kind text not null,
  transaction_id uuid not null,
  leg smallint not null,
  amount numeric(38, 0) not null,
  constraint account_delta_sign check (amount > 0 or (kind = 'issuance' and amount < 0)),
  primary key (asset_type_id, account_id, transaction_id, leg),
  foreign key (asset_type_id, account_id, kind) references account (asset_type_id, account_id, kind)
);

-- Double-entry view: two entries for each leg.
create view ledger_entry as
  select asset_type_id, transaction_id, leg, debit_account_id as account_id, -amount as amount, created_at from ledger_transfer
  union all
  select asset_type_id, transaction_id, leg, credit_account_id, amount, created_at from ledger_transfer;

create view account_balance as
  select a.asset_type_id, a.account_id, a.kind, a.owner_id,
         a.balance + coalesce((select sum(d.amount) from account_delta d
                               where d.asset_type_id = a.asset_type_id and d.account_id = a.account_id), 0) as balance
  from account a;

select make_partitions('ledger_transaction', 12), make_partitions('ledger_transfer', 12);
