-- An event holds its resource whole. The largest is an asset: 50 pairs of metadata of 540 characters, each up to four bytes.
-- Under the old limit such an asset could not have been revoked.
alter table outbox
  drop constraint outbox_data_size,
  add constraint outbox_data_size check (octet_length(data) <= 131072);
