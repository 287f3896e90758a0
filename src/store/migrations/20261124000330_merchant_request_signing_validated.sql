alter table merchant validate constraint merchant_request_signing;
