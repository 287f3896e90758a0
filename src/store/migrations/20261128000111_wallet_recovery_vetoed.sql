-- Vetoed recoveries, by the time of the veto, for the alarm about them.
create index concurrently if not exists wallet_recovery_vetoed on wallet_recovery (ended_at)
  where status = 'vetoed';
