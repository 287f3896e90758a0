-- Access tokens of the embedded authorisation server that were revoked before their end. A token lives for minutes, so the table is small and
-- each core reads it whole, every few seconds.
create table revoked_access_token (
  -- Claim `jti` of the token.
  token_id uuid primary key,
  -- When the token ends by itself.
  expires_at timestamptz not null
);
create index revoked_access_token_expiry on revoked_access_token (expires_at);
