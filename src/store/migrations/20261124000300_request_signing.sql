-- Requests that must be signed with a key, beside what its owner requires. Null: those that the owner and the deployment say.
alter table api_key_origin add column request_signing text
  constraint api_key_origin_request_signing check (request_signing in ('optional', 'sensitive', 'required'));
alter table public_key add column request_signing text
  constraint public_key_request_signing check (request_signing in ('optional', 'sensitive', 'required'));
