-- Requests of a merchant that must be signed, whichever credential it uses. Null: optional.
alter table merchant add column request_signing text;
