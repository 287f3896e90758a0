-- A session that a passkey has begun has no link.
alter table sign_in_session
  alter column link_hash drop not null,
  alter column link_expires_at drop not null,
  -- When a passkey last proved that the person is there.
  add column passkey_used_at timestamptz,
  add constraint sign_in_session_link_whole check ((link_hash is null) = (link_expires_at is null)),
  add constraint sign_in_session_begun check (link_hash is not null or (opened_at is not null and passkey_used_at is not null)),
  add constraint sign_in_session_passkey_after_open check (passkey_used_at is null or opened_at is not null);
