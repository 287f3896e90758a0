-- The calls of each delegation that allows a number of calls, for as long as the delegation could be accepted.
create table delegation_use (
  -- SHA-256 of the key that signed the delegation and of its name.
  digest bytea primary key constraint delegation_use_digest_length check (octet_length(digest) = 32),
  -- One digest for each counted call. A repeat of a request has the digest of the first.
  uses bytea[] not null constraint delegation_use_at_most check (cardinality(uses) between 1 and 1000),
  expires_at timestamptz not null
);
create index delegation_use_expiry on delegation_use (expires_at);
