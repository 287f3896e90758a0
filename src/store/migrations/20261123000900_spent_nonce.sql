-- What callers may use once, such as the nonce of a signature, for as long as a second use could be accepted.
create table spent_nonce (
  -- SHA-256 of the kind of nonce, its key and the nonce itself.
  digest bytea primary key constraint spent_nonce_digest_length check (octet_length(digest) = 32),
  expires_at timestamptz not null
);
create index spent_nonce_expiry on spent_nonce (expires_at);
