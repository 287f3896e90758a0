-- The last CRL of each issuer: made here, or for a root that is kept offline made beside it and imported. A table of its own because
-- numbers must grow and all cores must show the same list.
create table revocation_list (
  -- `root-` with the first 16 hexadecimal digits of the root's key identifier, or the identifier of a publisher CA certificate.
  revocation_list_id text primary key,
  number numeric(38, 0) not null constraint revocation_list_number check (number >= 0),
  -- Of the entries that it was made from; absent where it was imported.
  entries_digest bytea,
  list bytea not null constraint revocation_list_size check (octet_length(list) <= 4194304),
  this_update timestamptz not null,
  next_update timestamptz not null constraint revocation_list_ends_later check (next_update > this_update)
);

create unique index publisher_certificate_id on publisher_certificate (certificate_id);
create index publisher_certificate_withdrawn on publisher_certificate (certificate_id) where status = 'revoked';
create index device_revoked_of_issuer on device (publisher_id, issuer_certificate_id) where status = 'revoked';
