-- What accounts had when days that are closed began, so that nobody has to add up a whole history. Made by the worker for accounts that
-- statements are of. Append-only: nothing before a closed day changes.
create table account_checkpoint (
  account_id uuid not null,
  closed_at timestamptz not null,
  -- Sum of all entries before.
  balance numeric(38, 0) not null,
  primary key (account_id, closed_at)
);
create trigger append_only before update or delete on account_checkpoint
  for each statement execute function refuse_change();
