-- Test events that wait to be sent. A worker removes a row before it sends the event, so each is sent at most once.
create table webhook_test (
  event_id uuid primary key,
  webhook_id uuid not null references webhook,
  tenant_id uuid not null,
  event_type text not null constraint webhook_test_type_length check (char_length(event_type) between 1 and 64)
);
create index webhook_test_of_webhook on webhook_test (webhook_id);
create index webhook_test_of_tenant on webhook_test (tenant_id, event_id);
