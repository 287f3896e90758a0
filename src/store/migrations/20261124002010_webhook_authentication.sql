-- Authorisation that requests to a receiver carry: a fixed bearer token, or an access token that the worker gets as a client.
alter table webhook
  add column authentication text,
  add column token_endpoint text,
  add column client_id text,
  add column token_scope text,
  -- The bearer token, or the client's secret.
  add column sealed_credential bytea,
  add constraint webhook_authentication check (authentication in ('bearer', 'oauth')),
  add constraint webhook_credential check ((authentication is null) = (sealed_credential is null)),
  add constraint webhook_client check ((authentication is not distinct from 'oauth') = (num_nonnulls(token_endpoint, client_id) = 2)),
  add constraint webhook_client_only check (authentication is not distinct from 'oauth' or num_nonnulls(token_endpoint, client_id, token_scope) = 0);
