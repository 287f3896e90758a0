-- The roles of credentials that were made with one: API keys, public keys, access certificates. One table for all kinds, because their
-- identifiers differ, and because the version before this one reads all columns of api_key. The tables of the credentials keep the scopes
-- that the role had when the credential was made, for versions that do not know the role.
create table credential_role (
  credential_id uuid primary key,
  role text not null
);
