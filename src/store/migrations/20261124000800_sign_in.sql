-- A person's sign-in: first a link, then the session that opening the link begins. Times are real times.
create table sign_in_session (
  session_id uuid primary key,
  -- The API key or public key that the person signs in as. Its identifier, because it is in one of two tables.
  credential_id text not null
    constraint sign_in_session_credential check (credential_id ~ '^(key|pky)_[0-7][0-9a-hjkmnp-tv-z]{25}$'),
  -- SHA-256 of the secret in the link.
  link_hash bytea not null constraint sign_in_session_link_hash_length check (octet_length(link_hash) = 32),
  link_expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- When the link was used. Null until then.
  opened_at timestamptz,
  last_used_at timestamptz,
  -- End of the session, or of the link while the link is not used.
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint sign_in_session_used check ((opened_at is null) = (last_used_at is null))
);
create unique index sign_in_session_link on sign_in_session (link_hash);
create index sign_in_session_expiry on sign_in_session (expires_at);

-- What the embedded authorisation server remembers of people's sign-ins for a short time: pushed requests, codes, refresh tokens and the like.
create table oauth_state (
  -- SHA-256 of the kind and the identifier. Who holds the identifier may use the state, so it is not stored.
  state_hash bytea primary key constraint oauth_state_hash_length check (octet_length(state_hash) = 32),
  kind text not null constraint oauth_state_kind_length check (length(kind) between 1 and 40),
  -- Encrypted with a key that follows from the identifier.
  payload bytea not null,
  grant_id uuid,
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index oauth_state_grant on oauth_state (grant_id) where grant_id is not null;
create index oauth_state_expiry on oauth_state (expires_at);
