-- Keys that the service signs with. Each purpose has exactly one that is open-ended; one that was replaced stays published for as
-- long as what it signed can be of use, while its private part is erased.
create table signing_key (
  purpose text not null constraint signing_key_purpose check (purpose in ('receipt', 'status_list')),
  -- RFC 7638 thumbprint.
  key_id text not null constraint signing_key_id_form check (key_id ~ '^[A-Za-z0-9_-]{43}$'),
  public_key jsonb not null,
  -- PKCS #8 DER, encrypted; absent once it has signed for the last time.
  sealed_key bytea,
  signs_from timestamptz not null,
  signs_until timestamptz,
  published_until timestamptz,
  created_at timestamptz not null default now(),
  constraint signing_key_ended check ((signs_until is null) = (published_until is null)),
  constraint signing_key_present check (signs_until is not null or sealed_key is not null),
  primary key (purpose, key_id)
);
create unique index signing_key_open on signing_key (purpose) where signs_until is null;
