CREATE TABLE "row_counts" (
	"subject" text NOT NULL,
	"key" text NOT NULL,
	"n" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "row_counts_subject_key_index" ON "row_counts" USING btree ("subject","key");
--> statement-breakpoint
-- Exact counts that no reader scans for: each statement adds rows to row_counts, inside the transaction that it belongs
-- to, so a count and what it counts are never apart.
create function count_rows() returns trigger language plpgsql as $$
declare
  subject text := tg_argv[0];
  key_of text := tg_argv[1];
begin
  if tg_op = 'INSERT' then
    execute format('insert into row_counts (subject, key, n) select %L, %s, count(*) from added group by 2', subject, key_of);
  elsif tg_op = 'DELETE' then
    execute format('insert into row_counts (subject, key, n) select %L, %s, -count(*) from gone group by 2', subject, key_of);
  else
    delete from row_counts where row_counts.subject = tg_argv[0];
  end if;
  return null;
end $$;
--> statement-breakpoint
-- A trigger of one column can't see a statement's rows together; a change of status is one row at a time anyway.
create function count_moved_row() returns trigger language plpgsql as $$
begin
  insert into row_counts (subject, key, n) values (tg_argv[0], old.status::text, -1), (tg_argv[0], new.status::text, 1);
  return null;
end $$;
--> statement-breakpoint
create trigger count_applications_added after insert on visa_applications referencing new table as added
  for each statement execute function count_rows('applications', 'status::text');
--> statement-breakpoint
create trigger count_applications_gone after delete on visa_applications referencing old table as gone
  for each statement execute function count_rows('applications', 'status::text');
--> statement-breakpoint
create trigger count_applications_emptied after truncate on visa_applications
  for each statement execute function count_rows('applications', 'status::text');
--> statement-breakpoint
create trigger count_applications_moved after update of status on visa_applications
  for each row when (old.status is distinct from new.status) execute function count_moved_row('applications');
--> statement-breakpoint
insert into row_counts (subject, key, n) select 'applications', status::text, count(*) from visa_applications group by 2;
--> statement-breakpoint
create trigger count_inquiries_added after insert on visa_inquiries referencing new table as added
  for each statement execute function count_rows('inquiries', 'status::text');
--> statement-breakpoint
create trigger count_inquiries_gone after delete on visa_inquiries referencing old table as gone
  for each statement execute function count_rows('inquiries', 'status::text');
--> statement-breakpoint
create trigger count_inquiries_emptied after truncate on visa_inquiries
  for each statement execute function count_rows('inquiries', 'status::text');
--> statement-breakpoint
create trigger count_inquiries_moved after update of status on visa_inquiries
  for each row when (old.status is distinct from new.status) execute function count_moved_row('inquiries');
--> statement-breakpoint
insert into row_counts (subject, key, n) select 'inquiries', status::text, count(*) from visa_inquiries group by 2;
--> statement-breakpoint
create trigger count_inquiries_by_day_added after insert on visa_inquiries referencing new table as added
  for each statement execute function count_rows('inquiries by day', '(created_at at time zone ''America/Nassau'')::date::text');
--> statement-breakpoint
create trigger count_inquiries_by_day_gone after delete on visa_inquiries referencing old table as gone
  for each statement execute function count_rows('inquiries by day', '(created_at at time zone ''America/Nassau'')::date::text');
--> statement-breakpoint
create trigger count_inquiries_by_day_emptied after truncate on visa_inquiries
  for each statement execute function count_rows('inquiries by day', '(created_at at time zone ''America/Nassau'')::date::text');
--> statement-breakpoint
insert into row_counts (subject, key, n) select 'inquiries by day', (created_at at time zone 'America/Nassau')::date::text, count(*) from visa_inquiries group by 2;
--> statement-breakpoint
create trigger count_emails_added after insert on email_notifications referencing new table as added
  for each statement execute function count_rows('emails', 'status::text');
--> statement-breakpoint
create trigger count_emails_gone after delete on email_notifications referencing old table as gone
  for each statement execute function count_rows('emails', 'status::text');
--> statement-breakpoint
create trigger count_emails_emptied after truncate on email_notifications
  for each statement execute function count_rows('emails', 'status::text');
--> statement-breakpoint
create trigger count_emails_moved after update of status on email_notifications
  for each row when (old.status is distinct from new.status) execute function count_moved_row('emails');
--> statement-breakpoint
insert into row_counts (subject, key, n) select 'emails', status::text, count(*) from email_notifications group by 2;
--> statement-breakpoint
create trigger count_views_added after insert on visa_service_views referencing new table as added
  for each statement execute function count_rows('views', 'service_id::text');
--> statement-breakpoint
create trigger count_views_gone after delete on visa_service_views referencing old table as gone
  for each statement execute function count_rows('views', 'service_id::text');
--> statement-breakpoint
create trigger count_views_emptied after truncate on visa_service_views
  for each statement execute function count_rows('views', 'service_id::text');
--> statement-breakpoint
insert into row_counts (subject, key, n) select 'views', service_id::text, count(*) from visa_service_views group by 2;
--> statement-breakpoint
create trigger count_views_by_day_added after insert on visa_service_views referencing new table as added
  for each statement execute function count_rows('views by day', '(viewed_at at time zone ''America/Nassau'')::date::text');
--> statement-breakpoint
create trigger count_views_by_day_gone after delete on visa_service_views referencing old table as gone
  for each statement execute function count_rows('views by day', '(viewed_at at time zone ''America/Nassau'')::date::text');
--> statement-breakpoint
create trigger count_views_by_day_emptied after truncate on visa_service_views
  for each statement execute function count_rows('views by day', '(viewed_at at time zone ''America/Nassau'')::date::text');
--> statement-breakpoint
insert into row_counts (subject, key, n) select 'views by day', (viewed_at at time zone 'America/Nassau')::date::text, count(*) from visa_service_views group by 2;
