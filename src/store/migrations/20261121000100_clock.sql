-- Business time. A sandbox may run ahead of real time; elsewhere the offset stays 0.
create table business_clock (
  singleton boolean primary key default true constraint business_clock_singleton check (singleton),
  offset_seconds bigint not null default 0
    constraint business_clock_never_back check (offset_seconds >= 0)
    -- A hundred years, so that every time stays one that can be written.
    constraint business_clock_limit check (offset_seconds <= 3155760000)
);
insert into business_clock default values;

-- The time of this transaction, in milliseconds, as every business rule sees it.
create function business_now() returns timestamptz
  language sql stable
  return (select date_trunc('milliseconds', now()) + make_interval(secs => offset_seconds) from business_clock);

-- Guard of append-only tables.
create function refuse_change() returns trigger
  language plpgsql
  as $$ begin raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation'; end $$;

-- Makes the monthly partitions of a table from this month to `ahead` months on; safe to repeat.
create function make_partitions(parent regclass, ahead int) returns void
  language plpgsql
  as $$
declare
  first date;
begin
  for month in 0..ahead loop
    first := date_trunc('month', now() at time zone 'UTC')::date + make_interval(months => month);
    execute format(
      'create table if not exists %I partition of %s for values from (%L) to (%L)',
      parent::text || '_' || to_char(first, 'YYYYMM'), parent,
      (first::timestamp at time zone 'UTC')::text,
      ((first + interval '1 month')::timestamp at time zone 'UTC')::text);
  end loop;
end $$;
