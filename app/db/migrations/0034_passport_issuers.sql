-- A passport number tells a person only together with the country that issued it, and another date of birth tells two
-- persons apart (F-NAME-3).
drop trigger people_of_applications_changed on visa_applications;
--> statement-breakpoint
create trigger people_of_applications_changed after update on visa_applications
  for each row when (
    old.search_text is distinct from new.search_text or old.applicant_name is distinct from new.applicant_name
    or old.email_confirmed_at is distinct from new.email_confirmed_at or old.submitted_at is distinct from new.submitted_at
    or old.passport_digests is distinct from new.passport_digests
    or old.metadata #>> '{step1,dateOfBirth}' is distinct from new.metadata #>> '{step1,dateOfBirth}'
  ) execute function people_wait_for_changed();
--> statement-breakpoint
-- The job that encrypts applications makes the digests of passport numbers again, now with their countries.
update visa_applications set is_encrypted = false where passport_digests <> '{}';
--> statement-breakpoint
-- Applications that were joined by themselves are assigned again: some of them belong to different persons.
insert into people_waiting (application_id)
  select application_id from person_records
  where application_id is not null
    and person_id in (select person_id from person_records group by person_id having count(*) > 1);
