-- What this database belongs with: keys outside of it without which it cannot be read or trusted. By fingerprint only.
create table installation_key (
  name text primary key constraint installation_key_name check (name in ('data_key', 'trust_root')),
  fingerprint bytea not null constraint installation_key_fingerprint check (octet_length(fingerprint) = 32)
);
