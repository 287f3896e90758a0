-- When a device was revoked, as for certificates and API keys.
alter table device
  add column revoked_at timestamptz,
  add constraint device_revoked check ((status = 'revoked') = (revoked_at is not null));
