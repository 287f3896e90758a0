-- Endpoints of wallets.
alter table webhook
  add column wallet_id uuid references wallet,
  drop constraint webhook_owner,
  add constraint webhook_owner check (tenant_id = coalesce(merchant_id, publisher_id, wallet_id) and num_nonnulls(merchant_id, publisher_id, wallet_id) = 1);
