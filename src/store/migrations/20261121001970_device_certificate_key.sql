-- The key of a chip with a certificate, so that one chip is not bound to two assets under two serial numbers. SHA-256 of the
-- SubjectPublicKeyInfo, which for P-256 is these 27 octets and 64 more, and stands once in a certificate that this service has read.
alter table device
  add column key_digest bytea constraint device_key_digest_length check (octet_length(key_digest) = 32);

-- Of devices from before this rule that share a key, the newest holds it; the others stay as they are until they are revoked.
update device set key_digest = sha256(substring(device.certificate from found.at for 91))
  from (
    select device_id, at, row_number() over (
      partition by publisher_id, substring(certificate from at for 91) order by created_at desc, device_id desc) as place
    from (
      select *, position('\x3059301306072a8648ce3d020106082a8648ce3d03010703420004'::bytea in certificate) as at from device
      where kind = 'certificate' and status = 'active') active
    where at > 0) found
  where found.device_id = device.device_id and found.place = 1;

create unique index device_certified_key_in_use on device (publisher_id, key_digest) where status = 'active';
