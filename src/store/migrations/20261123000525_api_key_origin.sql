-- Where an API key may be used from, and where it was last used from. A table of its own, because the version before this one reads all
-- columns of api_key.
create table api_key_origin (
  api_key_id uuid primary key references api_key,
  -- Empty: from everywhere.
  allowed_networks cidr[] not null default '{}'
    constraint api_key_origin_networks_at_most check (cardinality(allowed_networks) <= 20),
  last_use_address inet
);
