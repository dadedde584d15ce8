-- What the searches of the desk find by, and people.
CREATE INDEX "visa_applications_search_text" ON "visa_applications" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "visa_inquiries_search_text" ON "visa_inquiries" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "email_notifications_found_by" ON "email_notifications" USING gin ((folded("recipient_name" || ' ' || "recipient_email" || ' ' || "subject")) gin_trgm_ops);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"joined_into" uuid,
	"name" text DEFAULT '' NOT NULL,
	"emails" text[] DEFAULT '{}' NOT NULL,
	"phones" text[] DEFAULT '{}' NOT NULL,
	"inquiries" integer DEFAULT 0 NOT NULL,
	"cases" integer DEFAULT 0 NOT NULL,
	"last_contact_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE "person_records" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"application_id" uuid,
	"inquiry_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phones" text[] NOT NULL,
	"keys" text[] NOT NULL,
	"ties" text[] NOT NULL,
	"contact_at" timestamp with time zone NOT NULL,
	CONSTRAINT "person_records_applicationId_unique" UNIQUE("application_id"),
	CONSTRAINT "person_records_inquiryId_unique" UNIQUE("inquiry_id"),
	CONSTRAINT "person_records_one_record" CHECK (num_nonnulls("person_records"."application_id", "person_records"."inquiry_id") = 1)
);--> statement-breakpoint
CREATE TABLE "people_waiting" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "people_waiting_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"application_id" uuid,
	"inquiry_id" uuid,
	"person_id" uuid
);--> statement-breakpoint
CREATE TABLE "person_pairs" (
	"one_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"same" text[] NOT NULL,
	"declared_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "person_pairs_one_id_other_id_pk" PRIMARY KEY("one_id","other_id"),
	CONSTRAINT "person_pairs_order" CHECK ("person_pairs"."one_id" < "person_pairs"."other_id")
);--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_joined_into_people_id_fk" FOREIGN KEY ("joined_into") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_records" ADD CONSTRAINT "person_records_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_records" ADD CONSTRAINT "person_records_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_records" ADD CONSTRAINT "person_records_inquiry_id_visa_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."visa_inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_pairs" ADD CONSTRAINT "person_pairs_one_id_people_id_fk" FOREIGN KEY ("one_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_pairs" ADD CONSTRAINT "person_pairs_other_id_people_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "people_last_contact" ON "people" USING btree ("last_contact_at","id") WHERE joined_into is null;--> statement-breakpoint
CREATE INDEX "people_joined" ON "people" USING btree ("joined_into") WHERE joined_into is not null;--> statement-breakpoint
CREATE INDEX "people_search_text" ON "people" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "person_records_person_id_index" ON "person_records" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "person_records_keys" ON "person_records" USING gin ("keys") WITH (fastupdate=off);--> statement-breakpoint
CREATE INDEX "person_records_ties" ON "person_records" USING gin ("ties") WITH (fastupdate=off);--> statement-breakpoint
CREATE INDEX "people_waiting_application" ON "people_waiting" USING btree ("application_id") WHERE application_id is not null;--> statement-breakpoint
CREATE INDEX "people_waiting_inquiry" ON "people_waiting" USING btree ("inquiry_id") WHERE inquiry_id is not null;--> statement-breakpoint
CREATE INDEX "person_pairs_other_id_index" ON "person_pairs" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "person_pairs_open" ON "person_pairs" USING btree ("created_at","one_id") WHERE declared_at is null;--> statement-breakpoint
-- Whatever makes or changes a record, the earlier release and SQL by hand included, leaves word of it. Nothing else is
-- done in its transaction.
create function people_wait_for_added() returns trigger language plpgsql as $$
begin
  execute format('insert into people_waiting (%I) select id from added', tg_argv[0]);
  return null;
end $$;
--> statement-breakpoint
create function people_wait_for_changed() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'visa_applications' then
    insert into people_waiting (application_id) values (new.id);
  else
    insert into people_waiting (inquiry_id) values (new.id);
  end if;
  return null;
end $$;
--> statement-breakpoint
create function people_wait_for_contact() returns trigger language plpgsql as $$
begin
  insert into people_waiting (application_id) select distinct application_id from added;
  return null;
end $$;
--> statement-breakpoint
create function people_wait_for_gone() returns trigger language plpgsql as $$
begin
  insert into people_waiting (person_id) select distinct person_id from gone;
  return null;
end $$;
--> statement-breakpoint
create trigger people_of_applications_added after insert on visa_applications referencing new table as added
  for each statement execute function people_wait_for_added('application_id');
--> statement-breakpoint
create trigger people_of_applications_changed after update on visa_applications
  for each row when (
    old.search_text is distinct from new.search_text or old.applicant_name is distinct from new.applicant_name
    or old.email_confirmed_at is distinct from new.email_confirmed_at or old.submitted_at is distinct from new.submitted_at
    or old.passport_digests is distinct from new.passport_digests
  ) execute function people_wait_for_changed();
--> statement-breakpoint
create trigger people_of_inquiries_added after insert on visa_inquiries referencing new table as added
  for each statement execute function people_wait_for_added('inquiry_id');
--> statement-breakpoint
create trigger people_of_inquiries_changed after update on visa_inquiries
  for each row when (
    old.full_name is distinct from new.full_name or old.email is distinct from new.email
    or old.phone is distinct from new.phone or old.answered_at is distinct from new.answered_at
  ) execute function people_wait_for_changed();
--> statement-breakpoint
create trigger people_of_messages_added after insert on case_messages referencing new table as added
  for each statement execute function people_wait_for_contact();
--> statement-breakpoint
create trigger people_of_records_gone after delete on person_records referencing old table as gone
  for each statement execute function people_wait_for_gone();
--> statement-breakpoint
-- Brings what is shown of persons to what their records say; who has no record left goes away.
create function refresh_people(changed uuid[]) returns void language plpgsql as $$
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
    select down.head, r.* from down join person_records r on r.person_id = down.id
  ), facts as (
    select head,
      coalesce((array_agg(name order by contact_at desc) filter (where name <> ''))[1], '') as name,
      coalesce(array_agg(distinct lower(email)) filter (where email <> ''), '{}') as emails,
      count(inquiry_id) as inquiries, count(application_id) as cases, max(contact_at) as last_contact_at,
      coalesce(string_agg(distinct folded(name), ' '), '') as names
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
-- The person that one was joined into in the end, or that person itself.
create function person_head(one uuid) returns uuid language sql stable parallel safe as $$
  with recursive up as (
    select id, joined_into from people where id = one
    union
    select p.id, p.joined_into from people p join up on p.id = up.joined_into
  )
  select id from up where joined_into is null
$$;
