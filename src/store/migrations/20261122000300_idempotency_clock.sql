-- How far business time was ahead when a key was answered or cancelled; null where it was not, as outside of a sandbox. The other times of
-- a key stay real: that is what it is kept for.
alter table idempotency
  add column ahead_seconds bigint,
  add constraint idempotency_ahead_seconds check (ahead_seconds > 0) not valid;
