-- One folding of texts for all comparisons (app/db/folded.ts does the same), and the search by every name of an applicant.
create or replace function folded(text) returns text language sql immutable strict parallel safe
return replace(replace(replace(replace(translate(
  lower(regexp_replace(normalize(replace($1, '´', ''), NFKD), '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g')),
  'øłđðɖɗħıɨȷəǝɛŋŧƒɓƀĸƙɣɔɵʉʋƴƶςٱىیکةہھ`’‘‛′ʹʻʼʽʾʿˈꞌ՚׳-‐‑‒–—―−֊־''', 'olddddhiijeeentfbbkkgoouvyzσاييكههه'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
--> statement-breakpoint
-- Every name that an application holds. In plpgsql, so that the answers are read once; a restored backup computes it
-- without a search path.
create function applicant_names(answers jsonb) returns text language plpgsql immutable parallel safe as $$
begin
  return concat_ws(' ', answers #>> '{step1,firstName}', answers #>> '{step1,middleName}', answers #>> '{step1,lastName}',
    (select string_agg(name #>> '{}', ' ') from jsonb_path_query(answers, 'lax $.step1.otherNames[*].name') name),
    answers #>> '{step2,nameInPassport}', answers #>> '{step1,fullNameNativeAlphabet}');
end $$;
--> statement-breakpoint
drop trigger people_of_applications_changed on visa_applications;
--> statement-breakpoint
-- One statement, because it rewrites all rows.
ALTER TABLE "visa_applications" DROP COLUMN "search_text",
  ADD COLUMN "search_text" text GENERATED ALWAYS AS (folded(application_number || ' ' || user_email || ' ' || applicant_names(metadata)) || ' ' || chr(31) || contact_phones(metadata->'step3')) STORED NOT NULL;
--> statement-breakpoint
CREATE INDEX "visa_applications_search_text" ON "visa_applications" USING gin ("search_text" gin_trgm_ops);
--> statement-breakpoint
create trigger people_of_applications_changed after update on visa_applications
  for each row when (
    old.search_text is distinct from new.search_text or old.applicant_name is distinct from new.applicant_name
    or old.email_confirmed_at is distinct from new.email_confirmed_at or old.submitted_at is distinct from new.submitted_at
    or old.passport_digests is distinct from new.passport_digests
    or old.metadata #>> '{step1,dateOfBirth}' is distinct from new.metadata #>> '{step1,dateOfBirth}'
  ) execute function people_wait_for_changed();
--> statement-breakpoint
-- Its generated column is computed again where it reads otherwise now.
update visa_inquiries set full_name = full_name, email = email, visa_service = visa_service
  where search_text <> folded(full_name || ' ' || email || ' ' || visa_service) || ' ' || chr(31) || digits(phone);
--> statement-breakpoint
reindex index email_notifications_found_by;
--> statement-breakpoint
reindex index admin_activity_log_subject_name;
--> statement-breakpoint
reindex index newsletter_subscribers_found_by;
--> statement-breakpoint
create or replace function refresh_people(changed uuid[]) returns void language plpgsql as $$
declare
  parents uuid[];
  shown uuid[];
begin
  loop
    with emptied as (
      delete from people p where p.id = any(changed)
        and not exists (select from person_records r where r.person_id = p.id)
        and not exists (select from people c where c.joined_into = p.id)
      returning p.joined_into
    )
    select array_agg(joined_into) into parents from emptied where joined_into is not null;
    exit when parents is null;
    changed := changed || parents;
  end loop;
  with recursive up as (
    select id, joined_into from people where id = any(changed)
    union
    select p.id, p.joined_into from people p join up on p.id = up.joined_into
  )
  -- Those that are joined into another too: nothing of a deleted record stays with them.
  select array_agg(id) into shown from up;
  with recursive down as (
    select id as head, id from people where id = any(shown)
    union all
    select down.head, p.id from people p join down on p.joined_into = down.id
  ), records as (
    select down.head, r.*, r.name || ' ' || coalesce(applicant_names(a.metadata), '') as all_names
    from down join person_records r on r.person_id = down.id left join visa_applications a on a.id = r.application_id
  ), facts as (
    select head,
      coalesce((array_agg(name order by contact_at desc) filter (where name <> ''))[1], '') as name,
      coalesce(array_agg(distinct lower(email)) filter (where email <> ''), '{}') as emails,
      count(inquiry_id) as inquiries, count(application_id) as cases, max(contact_at) as last_contact_at,
      coalesce(string_agg(distinct folded(all_names), ' '), '') as names
    from records group by head
  ), numbers as (
    select head, array_agg(phone) as phones
    from (
      select distinct on (head, digits(phone)) head, phone
      from records, unnest(phones) phone order by head, digits(phone), contact_at desc
    ) one group by head
  )
  update people p set name = facts.name, emails = facts.emails, phones = coalesce(numbers.phones, '{}'),
    inquiries = facts.inquiries, cases = facts.cases, last_contact_at = facts.last_contact_at,
    search_text = facts.names || ' ' || folded(array_to_string(facts.emails, ' '))
      || ' ' || chr(31) || coalesce((select string_agg(digits(phone), ' ') from unnest(numbers.phones) phone), '')
  from facts left join numbers using (head) where p.id = facts.head;
end $$;
--> statement-breakpoint
-- Found by their former texts until the job has assigned their records again.
update people set search_text = folded(search_text) where search_text <> folded(search_text);
--> statement-breakpoint
insert into people_waiting (application_id) select id from visa_applications;
--> statement-breakpoint
insert into people_waiting (inquiry_id) select id from visa_inquiries where full_name ~ '[^A-Za-z ]';
