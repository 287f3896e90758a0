-- Devices without a certificate: chips with a raw key, and NFC tags with dynamic messages.
alter table device
  add column kind text not null default 'certificate'
    constraint device_kind check (kind in ('certificate', 'raw_key', 'ntag424')),
  -- Compressed point of secp256k1.
  add column public_key bytea constraint device_public_key_length check (octet_length(public_key) = 33),
  add column revoke_reason text constraint device_revoke_reason_length check (char_length(revoke_reason) <= 500),
  -- Whether it holds its chip's serial number. False for devices from before a chip was bound once only, whose chip was bound again
  -- since: they stay as they are until they are revoked, and the newest one holds the number.
  add column holds_serial boolean not null default true,
  alter column certificate drop not null,
  alter column issuer_certificate_id drop not null,
  alter column fingerprint drop not null,
  alter column not_after drop not null,
  add constraint device_credential check (
    num_nonnulls(certificate, issuer_certificate_id, fingerprint, not_after) = case kind when 'certificate' then 4 else 0 end
    and num_nonnulls(public_key) = case kind when 'raw_key' then 1 else 0 end),
  add constraint device_revoke_reason_of_revoked check (revoke_reason is null or status = 'revoked');

update device set holds_serial = false
  from (
    select device_id, row_number() over (partition by publisher_id, serial_number order by created_at desc, device_id desc) as place
    from device where status = 'active') ranked
  where ranked.device_id = device.device_id and ranked.place > 1;

create unique index device_chip on device (publisher_id, serial_number) where status = 'active' and holds_serial;
create unique index device_raw_key_in_use on device (public_key) where status = 'active' and kind = 'raw_key';
create index device_raw_key on device (public_key) where kind = 'raw_key';
create unique index device_tag_in_use on device (asset_id) where status = 'active' and kind = 'ntag424';
create index device_tag_of_asset on device (asset_id) where kind = 'ntag424';
create index device_tag_of_chip on device (publisher_id, serial_number) where kind = 'ntag424';

-- What a tag is verified with, apart from the device because the counter changes at every tap.
create table device_tag (
  publisher_id uuid not null,
  device_id uuid not null,
  -- Both keys, sealed for this device.
  sealed_keys bytea not null constraint device_tag_keys_size check (octet_length(sealed_keys) <= 256),
  -- Of the last message that was accepted; null before the first.
  read_counter integer constraint device_tag_counter_range check (read_counter between 0 and 16777215),
  -- False once the device is revoked. Here too, so that accepting a counter and revoking wait for each other.
  in_use boolean not null default true,
  primary key (publisher_id, device_id),
  foreign key (publisher_id, device_id) references device
) with (fillfactor = 80);
