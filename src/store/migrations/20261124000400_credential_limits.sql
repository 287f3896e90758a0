-- What a credential may do, besides its scopes: API keys, public keys and access certificates, whose identifiers never coincide. A table of
-- its own, because the version before this one reads all columns of api_key. A row is written with its credential and never changes.
create table credential_limits (
  credential_id uuid primary key,
  -- Empty: every operation that the scopes allow.
  operations text[] not null default '{}'
    constraint credential_limits_operations_at_most check (cardinality(operations) <= 32),
  -- In whole units of the asset type. Both or none.
  maximum_amount text
    constraint credential_limits_amount_form check (maximum_amount ~ '^(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$'),
  asset_type text,
  -- Empty: no web page.
  allowed_origins text[] not null default '{}'
    constraint credential_limits_origins_at_most check (cardinality(allowed_origins) <= 10),
  constraint credential_limits_amount_of_type check ((maximum_amount is null) = (asset_type is null))
);
create trigger append_only before update or delete on credential_limits for each statement execute function refuse_change();
