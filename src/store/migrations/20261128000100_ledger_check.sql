-- The last finished check of the whole ledger, which a worker makes.
create table ledger_check (
  singleton boolean primary key default true constraint ledger_check_singleton check (singleton),
  -- Real time.
  checked_at timestamptz not null default now(),
  -- A list of results, as src/store/ledger/checks.ts has them.
  results jsonb not null constraint ledger_check_results_list check (jsonb_typeof(results) = 'array')
);
