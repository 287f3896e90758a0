-- What a person has allowed to a program. The tokens of the grant name it.
create table sign_in_grant (
  grant_id uuid primary key,
  session_id uuid not null references sign_in_session on delete cascade,
  client_id text not null constraint sign_in_grant_client_length check (length(client_id) between 1 and 63),
  scopes text[] not null,
  allowed_at timestamptz not null default now(),
  ended_at timestamptz
);
create index sign_in_grant_session on sign_in_grant (session_id);
