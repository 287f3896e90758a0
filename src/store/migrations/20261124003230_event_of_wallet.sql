-- Events of a wallet by type, in their order. Events without a wallet take no room in it.
create index concurrently if not exists event_of_wallet on event (wallet_id, type, position) where wallet_id is not null;
