-- Challenges that devices are to prove themselves with. A row is a chance: it is taken out by the one proof that uses it, or by a
-- worker when its minute is over. Unlogged: nothing is written for a crash, after which PostgreSQL leaves the table empty, so
-- that no used challenge can ever come back.
create unlogged table verification_challenge (
  nonce bytea primary key constraint challenge_nonce_length check (octet_length(nonce) = 32),
  -- As it was named; whether there is such an asset is not looked up.
  asset_id uuid not null,
  audience text not null constraint challenge_audience_length check (char_length(audience) between 1 and 255),
  expires_at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
