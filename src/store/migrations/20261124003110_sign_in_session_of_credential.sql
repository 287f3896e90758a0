create index concurrently if not exists sign_in_session_of_credential on sign_in_session (credential_id);
