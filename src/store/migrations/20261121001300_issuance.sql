-- The publisher's own keys of its assets. Whoever issues the same key again gets the asset that there is.
create table asset_reference (
  publisher_id uuid not null,
  reference text not null constraint asset_reference_form check (reference ~ '^[!-~]{1,64}$'),
  asset_id uuid not null,
  -- SHA-256 of the item as it was issued: another item under the same key is refused.
  fingerprint bytea not null constraint asset_reference_fingerprint_length check (octet_length(fingerprint) = 32),
  primary key (publisher_id, reference),
  -- A key is taken before the asset is stored, so that the loser of a race stores none.
  foreign key (publisher_id, asset_id) references asset deferrable initially deferred
);

create table issuance_job (
  publisher_id uuid not null references publisher,
  issuance_job_id uuid not null,
  reference text not null constraint issuance_job_reference_form check (reference ~ '^[!-~]{1,128}$'),
  item_count int not null constraint issuance_job_item_count check (item_count between 1 and 100000),
  issued_count int not null default 0 constraint issuance_job_issued_count check (issued_count >= 0),
  already_issued_count int not null default 0
    constraint issuance_job_already_issued_count check (already_issued_count >= 0),
  failed_count int not null default 0 constraint issuance_job_failed_count check (failed_count >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint issuance_job_received check (issued_count + already_issued_count + failed_count <= item_count),
  primary key (publisher_id, issuance_job_id)
);
create unique index issuance_job_reference on issuance_job (publisher_id, reference);

-- What became of each item, for good.
create table issuance_item (
  publisher_id uuid not null,
  issuance_job_id uuid not null,
  index int not null constraint issuance_item_index check (index >= 0),
  status text not null constraint issuance_item_status check (status in ('issued', 'already_issued', 'failed')),
  fingerprint bytea not null constraint issuance_item_fingerprint_length check (octet_length(fingerprint) = 32),
  reference text,
  asset_id uuid constraint issuance_item_asset check ((status = 'failed') = (asset_id is null)),
  faults jsonb constraint issuance_item_faults check ((status = 'failed') = (faults is not null)),
  primary key (publisher_id, issuance_job_id, index),
  foreign key (publisher_id, issuance_job_id) references issuance_job
);
create index issuance_item_failed on issuance_item (publisher_id, issuance_job_id, index) where status = 'failed';
create trigger append_only before update or delete on issuance_item for each statement execute function refuse_change();
