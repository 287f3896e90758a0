-- Whether requests are also signed as RFC 9421 says.
alter table webhook add column http_signature boolean not null default false;
