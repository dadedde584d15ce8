ALTER TABLE "key_dates" ADD COLUMN "reminders_from" date DEFAULT (now() at time zone 'America/Nassau')::date NOT NULL;
--> statement-breakpoint
-- Reminders that were past when a key date got its day, or got reminders again, are passed over, whoever changes it.
create function key_date_reminders_begin() returns trigger language plpgsql as $$
begin
  new.reminders_from := (now() at time zone 'America/Nassau')::date;
  return new;
end $$;
--> statement-breakpoint
create trigger key_date_reminders_begin before update on key_dates for each row
  when (old.ends_on is distinct from new.ends_on
    or num_nonnulls(new.settled_at, new.stopped_at, new.suspended_at)
      < num_nonnulls(old.settled_at, old.stopped_at, old.suspended_at))
  execute function key_date_reminders_begin();
