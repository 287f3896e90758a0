-- Terminals of a merchant by status, newest first.
create index concurrently if not exists merchant_device_of_status on merchant_device (merchant_id, status, device_id);
