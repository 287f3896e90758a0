-- The wallet whose holder gets the event, too: the wallet that paid, declined or was refunded. Of an event of the wallet itself, the wallet is
-- also the tenant.
alter table outbox add column wallet_id uuid;
