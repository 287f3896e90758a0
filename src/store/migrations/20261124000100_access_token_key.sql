-- The service signs access tokens with a key of their own. The check is replaced by a wider one, in one step; the next migration validates it.
alter table signing_key
  drop constraint signing_key_purpose,
  add constraint signing_key_purpose check (purpose in ('receipt', 'status_list', 'access_token')) not valid;
