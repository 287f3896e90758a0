alter table merchant add constraint merchant_request_signing
  check (request_signing in ('optional', 'sensitive', 'required')) not valid;
