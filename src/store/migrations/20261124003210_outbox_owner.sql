-- An event may belong to a wallet alone. Nothing that the former check took is refused.
alter table outbox drop constraint outbox_one_tenant, add constraint outbox_one_tenant check (
  num_nonnulls(merchant_id, publisher_id) = 1 or (num_nonnulls(merchant_id, publisher_id) = 0 and tenant_id is not distinct from wallet_id));
