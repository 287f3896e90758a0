-- Passkeys (WebAuthn credentials) that sign people in. Nothing here is secret. Times are real times.
create table sign_in_passkey (
  passkey_id uuid primary key,
  -- The key that the person was signed in as, or the first of the keys that it has replaced: the name of a line of rotated keys.
  first_credential_id text not null
    constraint sign_in_passkey_credential check (first_credential_id ~ '^(key|pky)_[0-7][0-9a-hjkmnp-tv-z]{25}$'),
  -- Each passkey of a line has one of ten places.
  place smallint not null constraint sign_in_passkey_place_range check (place between 1 and 10),
  -- Identifier that the authenticator has chosen.
  webauthn_id bytea not null constraint sign_in_passkey_webauthn_id_length check (octet_length(webauthn_id) between 1 and 1023),
  -- COSE_Key (RFC 9052).
  public_key bytea not null constraint sign_in_passkey_public_key_length check (octet_length(public_key) between 1 and 2048),
  -- Signature counter. 0 while the authenticator does not count.
  sign_count bigint not null constraint sign_in_passkey_sign_count_range check (sign_count between 0 and 4294967295),
  transports text[] not null constraint sign_in_passkey_transports_limit check (cardinality(transports) <= 8),
  -- Model of the authenticator.
  aaguid uuid not null,
  name text not null constraint sign_in_passkey_name_length check (length(name) between 1 and 63),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint sign_in_passkey_webauthn_id_once unique (webauthn_id),
  constraint sign_in_passkey_place_once unique (first_credential_id, place)
);
