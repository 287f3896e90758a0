-- The merchant's terminal whose key asked for the payment; null costs a row nothing. No reference: whose key it is was checked when the key
-- was, a terminal's row is never deleted, and the check would cost every payment.
alter table payment add column device_id uuid;
