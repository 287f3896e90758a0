-- A certificate is identified by its authority and serial number (RFC 5280 §4.1.2.2), not by its bytes: an ECDSA signature has a second
-- form that anyone can write. The key identifier of the authority, then the serial number as in the DER.
alter table device
  add column certificate_number bytea,
  -- Whether no other device may have the number. False for devices from before that rule whose number another one has: they stay as
  -- they are until one with the number is revoked, which takes all of them along.
  add column holds_number boolean not null default true;
alter table identity_issuer
  add column certificate_number bytea,
  add column holds_number boolean not null default true;

-- The serial number of a certificate that was read by this service, and so is DER of version 3: after the headers of the certificate
-- and of its signed part come the version, in five octets, and an INTEGER of at most 20.
create function certificate_serial(der bytea) returns bytea language sql immutable strict as $$
  select substring(der from at + 8 for get_byte(der, at + 6))
  from (select outer_header + 2 + case when get_byte(der, outer_header + 1) > 127 then get_byte(der, outer_header + 1) - 128 else 0 end as at
    from (select 2 + case when get_byte(der, 1) > 127 then get_byte(der, 1) - 128 else 0 end as outer_header) headers) headers
$$;
update device d set certificate_number = c.key_identifier || certificate_serial(d.certificate)
  from publisher_certificate c
  where c.publisher_id = d.publisher_id and c.certificate_id = d.issuer_certificate_id;
update identity_issuer i set certificate_number = c.key_identifier || certificate_serial(i.certificate)
  from publisher_certificate c
  where c.publisher_id = i.publisher_id and c.certificate_id = i.issuer_certificate_id;
drop function certificate_serial;

update device set holds_number = false
  from (
    select device_id, row_number() over (partition by certificate_number order by created_at, device_id) as place
    from device where certificate_number is not null) ranked
  where ranked.device_id = device.device_id and ranked.place > 1;
update identity_issuer set holds_number = false
  from (
    select certificate_id, row_number() over (partition by certificate_number order by created_at, certificate_id) as place
    from identity_issuer) ranked
  where ranked.certificate_id = identity_issuer.certificate_id and ranked.place > 1;

alter table device
  add constraint device_certificate_number check ((certificate is null) = (certificate_number is null));
alter table identity_issuer alter column certificate_number set not null;
create unique index device_number on device (certificate_number) where holds_number;
create unique index identity_issuer_number on identity_issuer (certificate_number) where holds_number;
create index device_number_revoked on device (certificate_number) where status = 'revoked';
