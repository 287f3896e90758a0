-- First failure of the event since its owner last asked for it; null before one. Business time.
alter table webhook_retry add column failing_since timestamptz;
