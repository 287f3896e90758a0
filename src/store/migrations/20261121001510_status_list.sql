-- Where assets, devices and publishers stand in the status lists: numbers in the order of issuance, which a secret permutation turns
-- into indexes. A sequence gives each number once, whoever issues at the same time; what is there already gets its number here.
create sequence asset_status_number minvalue 0 start 0;
alter table asset add column status_number bigint not null default nextval('asset_status_number');
alter sequence asset_status_number owned by asset.status_number;
create sequence device_status_number minvalue 0 start 0;
alter table device add column status_number bigint not null default nextval('device_status_number');
alter sequence device_status_number owned by device.status_number;
create sequence publisher_status_number minvalue 0 start 0;
alter table publisher add column status_number bigint not null default nextval('publisher_status_number');
alter sequence publisher_status_number owned by publisher.status_number;

-- Only what is not valid is listed.
create index asset_status_listed on asset (status_number) where status <> 'active';
create index device_status_listed on device (status_number) where status <> 'active';
create index publisher_status_listed on publisher (status_number) where status <> 'active';

-- What the permutations are made from, encrypted. It must never change: indexes are out in the world.
create table status_list_seed (
  subject text primary key constraint status_list_seed_subject check (subject in ('assets', 'devices', 'publishers')),
  sealed_seed bytea not null
);
