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
--> statement-breakpoint
insert into row_counts (subject, key, n)
  select 'applications by service', coalesce(visa_service_id::text, ''), count(*) from visa_applications group by 2;
