-- What was signed stays as it was signed.
create function refuse_update() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are immutable', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger application_submissions_immutable before update on application_submissions
  for each row execute function refuse_update();
--> statement-breakpoint
-- Public pages are kept in memory by every instance. Whatever changes one of the tables that they read, SQL by hand
-- included, says so at commit; PostgreSQL tells it to all who listen, once for each table of a transaction.
create function public_content_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('public_content', tg_table_name);
  return null;
end $$;
--> statement-breakpoint
create trigger countries_changed after insert or update or delete or truncate on countries
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger service_categories_changed after insert or update or delete or truncate on service_categories
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger visa_services_changed after insert or update or delete or truncate on visa_services
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger visa_pricing_tiers_changed after insert or update or delete or truncate on visa_pricing_tiers
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger seo_metadata_changed after insert or update or delete or truncate on seo_metadata
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger blog_posts_changed after insert or update or delete or truncate on blog_posts
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger faqs_changed after insert or update or delete or truncate on faqs
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger forms_changed after insert or update or delete or truncate on forms
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger site_settings_changed after insert or update or delete or truncate on site_settings
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger google_reviews_changed after insert or update or delete or truncate on google_reviews
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger reviews_metadata_changed after insert or update or delete or truncate on reviews_metadata
  for each statement execute function public_content_changed();
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
create trigger count_inquiries_by_day_added after insert on visa_inquiries referencing new table as added
  for each statement execute function count_rows('inquiries by day', '(created_at at time zone ''America/Nassau'')::date::text');
--> statement-breakpoint
create trigger count_inquiries_by_day_gone after delete on visa_inquiries referencing old table as gone
  for each statement execute function count_rows('inquiries by day', '(created_at at time zone ''America/Nassau'')::date::text');
--> statement-breakpoint
create trigger count_inquiries_by_day_emptied after truncate on visa_inquiries
  for each statement execute function count_rows('inquiries by day', '(created_at at time zone ''America/Nassau'')::date::text');
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
create trigger count_views_added after insert on visa_service_views referencing new table as added
  for each statement execute function count_rows('views', 'service_id::text');
--> statement-breakpoint
create trigger count_views_gone after delete on visa_service_views referencing old table as gone
  for each statement execute function count_rows('views', 'service_id::text');
--> statement-breakpoint
create trigger count_views_emptied after truncate on visa_service_views
  for each statement execute function count_rows('views', 'service_id::text');
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
-- How many applications refer to each service, for the staff's list of services: a million of them are not read for it.
create trigger count_applications_by_service_added after insert on visa_applications referencing new table as added
  for each statement execute function count_rows('applications by service', 'coalesce(visa_service_id::text, '''')');
--> statement-breakpoint
create trigger count_applications_by_service_gone after delete on visa_applications referencing old table as gone
  for each statement execute function count_rows('applications by service', 'coalesce(visa_service_id::text, '''')');
--> statement-breakpoint
create trigger count_applications_by_service_emptied after truncate on visa_applications
  for each statement execute function count_rows('applications by service', 'coalesce(visa_service_id::text, '''')');
--> statement-breakpoint
create function count_moved_service() returns trigger language plpgsql as $$
begin
  insert into row_counts (subject, key, n) values
    ('applications by service', coalesce(old.visa_service_id::text, ''), -1),
    ('applications by service', coalesce(new.visa_service_id::text, ''), 1);
  return null;
end $$;
--> statement-breakpoint
create trigger count_applications_by_service_moved after update of visa_service_id on visa_applications
  for each row when (old.visa_service_id is distinct from new.visa_service_id) execute function count_moved_service();
