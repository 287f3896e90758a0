-- Who owns which asset. No row names an owner: tags are HMACs by a key that is not in the database, different for each asset and each
-- transfer, and the texts that parties have signed are sealed. So a copy of the database tells neither whose an asset is nor which
-- assets have the same owner. A tag is made of the thumbprint of one key; a wallet whose key is replaced is looked for by the tags of
-- all keys that it has had, so that no row has to change.

-- The last entry of each asset's chain; no row while nobody owns the asset.
create table ownership (
  publisher_id uuid not null,
  asset_id uuid not null,
  seq integer not null constraint ownership_seq check (seq >= 1),
  entry_hash bytea not null constraint ownership_entry_hash_length check (octet_length(entry_hash) = 32),
  owner_tag bytea not null constraint ownership_owner_tag_length check (octet_length(owner_tag) = 32),
  acquired_at timestamptz not null,
  primary key (publisher_id, asset_id),
  foreign key (publisher_id, asset_id) references asset
);
create unique index ownership_asset on ownership (asset_id);

-- Offers of ownership, by a publisher to the first owner and by each owner to the next.
create table ownership_transfer (
  publisher_id uuid not null,
  transfer_id uuid not null,
  asset_id uuid not null,
  -- The place in the chain that it takes when it is accepted.
  seq integer not null constraint ownership_transfer_seq check (seq >= 1),
  status text not null constraint ownership_transfer_status
    check (status in ('offered', 'accepted', 'declined', 'cancelled', 'expired')),
  offer_hash bytea not null constraint ownership_transfer_offer_hash_length check (octet_length(offer_hash) = 32),
  -- The first owner has it from the publisher.
  giver_tag bytea constraint ownership_transfer_giver check ((seq = 1) = (giver_tag is null)),
  -- Of a claim code only once it was used.
  receiver_tag bytea,
  claim_code_hash bytea constraint ownership_transfer_code_hash_length check (octet_length(claim_code_hash) = 32),
  wrong_tries smallint not null default 0 constraint ownership_transfer_wrong_tries check (wrong_tries between 0 and 5),
  sealed_offer bytea not null,
  sealed_acceptance bytea,
  entry_hash bytea constraint ownership_transfer_entry check ((status = 'accepted') = (entry_hash is not null)),
  -- Our signature over the entry; it names nobody.
  receipt text constraint ownership_transfer_receipt check ((status = 'accepted') = (receipt is not null)),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz constraint ownership_transfer_ended check ((status = 'offered') = (ended_at is null)),
  constraint ownership_transfer_recipient check (
    case when claim_code_hash is null then receiver_tag is not null else (status = 'accepted') = (receiver_tag is not null) end),
  primary key (publisher_id, transfer_id),
  foreign key (publisher_id, asset_id) references asset
);
create unique index ownership_transfer_id on ownership_transfer (transfer_id);
-- One offer of an asset is open at a time.
create unique index ownership_transfer_open on ownership_transfer (asset_id) where status = 'offered';

-- The chain of owners of each asset, append-only. The texts behind the hashes are in the transfer. Not partitioned: that an asset has
-- one entry for each number is what decides between two that would be the next owner.
create table ownership_entry (
  publisher_id uuid not null,
  asset_id uuid not null,
  seq integer not null constraint ownership_entry_seq check (seq >= 1),
  transfer_id uuid not null,
  prev_entry_hash bytea constraint ownership_entry_first check ((seq = 1) = (prev_entry_hash is null)),
  entry_hash bytea not null constraint ownership_entry_hash_length check (octet_length(entry_hash) = 32),
  offer_hash bytea not null,
  acceptance_hash bytea,
  created_at timestamptz not null,
  constraint ownership_entry_once primary key (publisher_id, asset_id, seq),
  foreign key (publisher_id, transfer_id) references ownership_transfer
);
create trigger append_only before update or delete on ownership_entry for each statement execute function refuse_change();

-- What is listed for a holder: assets on one shelf, transfers on another. `shelf` and `item` are tags, the reference is sealed, and the
-- position says nothing of the time: so that neither leads to a row of the tables above.
create table ownership_shelf (
  shelf bytea not null constraint ownership_shelf_length check (octet_length(shelf) = 32),
  position bigint not null,
  item bytea not null constraint ownership_shelf_item_length check (octet_length(item) = 32),
  sealed_reference bytea not null,
  primary key (shelf, position)
);
create unique index ownership_shelf_item on ownership_shelf (item);
