-- Finds the merchant of a terminal, for an operator who names only the terminal.
create index concurrently if not exists merchant_device_found on merchant_device (device_id);
