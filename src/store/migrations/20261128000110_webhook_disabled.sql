-- Endpoints that the service has disabled, by the time, for the alarm about them.
create index concurrently if not exists webhook_disabled on webhook (updated_at)
  where disabled_reason in ('GONE', 'FAILING');
