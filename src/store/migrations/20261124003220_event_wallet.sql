-- The wallet whose holder gets the event, too. As in `outbox`.
alter table event add column wallet_id uuid;
