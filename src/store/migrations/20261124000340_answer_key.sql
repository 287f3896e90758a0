-- Keys that sign HTTP answers are kept like the other keys of the service.
alter table signing_key drop constraint signing_key_purpose,
  add constraint signing_key_purpose check (purpose in ('receipt', 'status_list', 'access_token', 'answer'));
