-- Until when an ordered endpoint waits before it sends its failed event again; null for no wait. Business time. Apart from `held_until`,
-- because the owner can end this wait, and no pause that the receiver has asked for.
alter table webhook_cursor add column blocked_until timestamptz;
