CREATE INDEX "clients_created" ON "clients" USING btree ("created_at","id");
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "imported_at" timestamp with time zone;
--> statement-breakpoint
create or replace function people_wait_for_changed() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'visa_applications' then
    insert into people_waiting (application_id) values (new.id);
  elsif tg_table_name = 'clients' then
    insert into people_waiting (client_id) values (new.id);
  else
    insert into people_waiting (inquiry_id) values (new.id);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger people_of_clients_added after insert on clients referencing new table as added
  for each statement execute function people_wait_for_added('client_id');
--> statement-breakpoint
create trigger people_of_clients_changed after update on clients
  for each row when (old.search_text is distinct from new.search_text or old.name is distinct from new.name
    or old.email is distinct from new.email or old.phone is distinct from new.phone)
  execute function people_wait_for_changed();
--> statement-breakpoint
-- Of an imported client too. Its import is no contact: what somebody said or sent themselves comes first.
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
    select down.head, r.*, c.created_at as imported_at,
      r.name || ' ' || coalesce(applicant_names(a.metadata), '') || ' ' || coalesce(c.reference, '') as all_names
    from down join person_records r on r.person_id = down.id
      left join visa_applications a on a.id = r.application_id left join clients c on c.id = r.client_id
  ), facts as (
    select head,
      coalesce((array_agg(name order by client_id is null desc, contact_at desc) filter (where name <> ''))[1], '') as name,
      coalesce(array_agg(distinct lower(email)) filter (where email <> ''), '{}') as emails,
      count(inquiry_id) as inquiries, count(application_id) as cases, count(client_id) as clients,
      max(imported_at) as imported_at,
      coalesce(max(contact_at) filter (where client_id is null), max(contact_at)) as last_contact_at,
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
    inquiries = facts.inquiries, cases = facts.cases, clients = facts.clients, imported_at = facts.imported_at,
    last_contact_at = facts.last_contact_at,
    search_text = facts.names || ' ' || folded(array_to_string(facts.emails, ' '))
      || ' ' || chr(31) || coalesce((select string_agg(digits(phone), ' ') from unnest(numbers.phones) phone), '')
  from facts left join numbers using (head) where p.id = facts.head;
end $$;
