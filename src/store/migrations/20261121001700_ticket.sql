-- Tickets: the terms of assets of that kind, and what has been used of them.
create table ticket (
  publisher_id uuid not null,
  asset_id uuid not null,
  not_before timestamptz,
  not_after timestamptz,
  gate_groups text[] not null default '{}' constraint ticket_gate_groups check (cardinality(gate_groups) <= 32),
  use_count int not null default 1 constraint ticket_use_count check (use_count between 1 and 10000),
  redeemers uuid[] not null default '{}' constraint ticket_redeemers check (cardinality(redeemers) <= 16),
  used_count int not null default 0 constraint ticket_used_count check (used_count between 0 and use_count),
  last_redeemed_at timestamptz,
  primary key (publisher_id, asset_id),
  foreign key (publisher_id, asset_id) references asset,
  constraint ticket_validity check (not_before <= not_after),
  constraint ticket_redeemed_when check ((used_count = 0) = (last_redeemed_at is null))
);
create unique index ticket_asset_id on ticket (asset_id);

-- Tickets that were issued before there were terms: once, at any time, at any gate.
insert into ticket (publisher_id, asset_id) select publisher_id, asset_id from asset where kind = 'ticket';

-- Every use of a ticket, append-only.
create table ticket_redemption (
  publisher_id uuid not null,
  asset_id uuid not null,
  use_number int not null constraint ticket_redemption_use_number check (use_number between 1 and 10000),
  redemption_id uuid not null,
  gate text not null constraint ticket_redemption_gate_form check (gate ~ '^[!-~]{1,64}$'),
  gate_group text,
  -- Merchant or publisher; null for the operator.
  redeemed_by text constraint ticket_redemption_redeemed_by check (redeemed_by ~ '^(mer|pub)_[0-9a-z]{26}$'),
  -- SHA-256 of what is new at every tap: the nonce that was signed, or the message of a tag. A certificate alone has nothing of it.
  tap bytea constraint ticket_redemption_tap_length check (octet_length(tap) = 32),
  assurance text not null
    constraint ticket_redemption_assurance check (assurance in ('static', 'dynamic_mac', 'proof_of_possession')),
  uses_left int not null constraint ticket_redemption_uses_left check (uses_left >= 0),
  -- Business time.
  redeemed_at timestamptz not null,
  receipt text not null constraint ticket_redemption_receipt_length check (char_length(receipt) <= 4096),
  -- Real time.
  created_at timestamptz not null default now(),
  primary key (publisher_id, asset_id, use_number),
  foreign key (publisher_id, asset_id) references ticket
);
create unique index ticket_redemption_id on ticket_redemption (redemption_id);
create unique index ticket_redemption_tap on ticket_redemption (asset_id, tap) where tap is not null;
create trigger append_only before update or delete on ticket_redemption for each statement execute function refuse_change();
