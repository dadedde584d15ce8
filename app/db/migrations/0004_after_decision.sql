CREATE TABLE "client_import_lines" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"client_id" uuid,
	CONSTRAINT "client_import_lines_import_id_line_pk" PRIMARY KEY("import_id","line"),
	CONSTRAINT "client_import_lines_outcome_known" CHECK ("client_import_lines"."outcome" in ('created', 'joined', 'skipped', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "client_imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"file_name" text NOT NULL,
	"storage_key" text,
	"file_key" text,
	"file_key_by" text,
	"byte_size" integer NOT NULL,
	"encoding" text NOT NULL,
	"separator" text NOT NULL,
	"date_format" text,
	"mapping" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"basis" text,
	"source" text DEFAULT '' NOT NULL,
	"is_reminded" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'checked' NOT NULL,
	"cursor" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"joined" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"removed" integer DEFAULT 0 NOT NULL,
	"made_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "client_imports_storageKey_unique" UNIQUE("storage_key"),
	CONSTRAINT "client_imports_state_known" CHECK ("client_imports"."state" in ('checked', 'running', 'done', 'undoing', 'undone', 'called_off')),
	CONSTRAINT "client_imports_basis_known" CHECK ("client_imports"."basis" in ('contract', 'consent', 'legal_obligation', 'legitimate_interest')),
	CONSTRAINT "client_imports_source_length" CHECK (char_length("client_imports"."source") <= 200)
);
--> statement-breakpoint
CREATE TABLE "clients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"name" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"nationality" text,
	"service_id" uuid,
	"reference" text DEFAULT '' NOT NULL,
	"is_reminded" boolean DEFAULT false NOT NULL,
	"changed_at" timestamp with time zone,
	"revision" integer DEFAULT 0 NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"search_text" text GENERATED ALWAYS AS (folded(name || ' ' || email || ' ' || reference) || ' ' || chr(31) || digits(phone)) STORED NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "clients_reachable" CHECK ("clients"."email" <> '' or "clients"."phone" <> ''),
	CONSTRAINT "clients_lengths" CHECK (char_length("clients"."name") between 1 and 120 and char_length("clients"."reference") <= 60)
);
--> statement-breakpoint
CREATE TABLE "key_date_reminders" (
	"key_date_id" uuid NOT NULL,
	"ends_on" date NOT NULL,
	"days" integer NOT NULL,
	"mail_id" uuid,
	"passed_over" boolean DEFAULT false NOT NULL,
	"told_as" text,
	"told_on" date,
	"told_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "key_date_reminders_key_date_id_ends_on_days_pk" PRIMARY KEY("key_date_id","ends_on","days"),
	CONSTRAINT "key_date_reminders_days" CHECK ("key_date_reminders"."days" between 1 and 365),
	CONSTRAINT "key_date_reminders_told_whole" CHECK (num_nonnulls("key_date_reminders"."told_as", "key_date_reminders"."told_on", "key_date_reminders"."told_by") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "key_dates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid,
	"client_id" uuid,
	"kind" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"valid_from" date,
	"ends_on" date,
	"note" text DEFAULT '' NOT NULL,
	"is_reminded_anyway" boolean DEFAULT false NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"settled_as" text,
	"settled_at" timestamp with time zone,
	"settled_by" text,
	"stopped_at" timestamp with time zone,
	"suspended_at" timestamp with time zone,
	"reminders_from" date DEFAULT (now() at time zone 'America/Nassau')::date NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"made_by" text NOT NULL,
	"is_watched" boolean DEFAULT false NOT NULL,
	"owner_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "key_dates_same" UNIQUE NULLS NOT DISTINCT("application_id","client_id","kind","name","ends_on"),
	CONSTRAINT "key_dates_one_owner" CHECK (num_nonnulls("key_dates"."application_id", "key_dates"."client_id") = 1),
	CONSTRAINT "key_dates_kind_known" CHECK ("key_dates"."kind" in ('visa', 'permit', 'entry_permission', 'passport', 'permit_fee', 'other')),
	CONSTRAINT "key_dates_name_of_other" CHECK (("key_dates"."kind" = 'other') = ("key_dates"."name" <> '')),
	CONSTRAINT "key_dates_has_day" CHECK ("key_dates"."ends_on" is not null or "key_dates"."kind" in ('visa', 'permit', 'entry_permission')),
	CONSTRAINT "key_dates_order" CHECK ("key_dates"."ends_on" > "key_dates"."valid_from"),
	CONSTRAINT "key_dates_settled_as_known" CHECK ("key_dates"."settled_as" in ('renewed', 'paid', 'left_country', 'not_needed')),
	CONSTRAINT "key_dates_settled_whole" CHECK (num_nonnulls("key_dates"."settled_as", "key_dates"."settled_at", "key_dates"."settled_by") in (0, 3)),
	CONSTRAINT "key_dates_lengths" CHECK (char_length("key_dates"."name") <= 80 and char_length("key_dates"."note") <= 200)
);
--> statement-breakpoint
CREATE TABLE "case_tasks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"template_key" uuid,
	"position" integer DEFAULT 0 NOT NULL,
	"title" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"event" text,
	"days" integer,
	"due_on" date,
	"is_dated_by_hand" boolean DEFAULT false NOT NULL,
	"is_edited" boolean DEFAULT false NOT NULL,
	"done_at" timestamp with time zone,
	"done_by" text,
	"removed_at" timestamp with time zone,
	"revision" integer DEFAULT 0 NOT NULL,
	"made_by" text,
	"is_open" boolean DEFAULT false NOT NULL,
	"owner_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "case_tasks_of_template" UNIQUE("application_id","template_key"),
	CONSTRAINT "case_tasks_event_known" CHECK ("case_tasks"."event" in ('submission', 'filing', 'expected_decision', 'approval', 'expiration')),
	CONSTRAINT "case_tasks_due_whole" CHECK (num_nonnulls("case_tasks"."event", "case_tasks"."days") in (0, 2)),
	CONSTRAINT "case_tasks_done_whole" CHECK (num_nonnulls("case_tasks"."done_at", "case_tasks"."done_by") in (0, 2)),
	CONSTRAINT "case_tasks_lengths" CHECK (char_length("case_tasks"."title") between 1 and 120 and char_length("case_tasks"."note") <= 500)
);
--> statement-breakpoint
CREATE TABLE "task_templates" (
	"service_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"event" text,
	"days" integer,
	CONSTRAINT "task_templates_service_id_key_pk" PRIMARY KEY("service_id","key"),
	CONSTRAINT "task_templates_event_known" CHECK ("task_templates"."event" in ('submission', 'filing', 'expected_decision', 'approval', 'expiration')),
	CONSTRAINT "task_templates_due_whole" CHECK (num_nonnulls("task_templates"."event", "task_templates"."days") in (0, 2)),
	CONSTRAINT "task_templates_days" CHECK ("task_templates"."days" between 0 and 365)
);
--> statement-breakpoint
ALTER TABLE "person_records" DROP CONSTRAINT "person_records_one_record";
--> statement-breakpoint
ALTER TABLE "erasure_requests" DROP CONSTRAINT "erasure_requests_one_subject";
--> statement-breakpoint
DROP INDEX "erasure_requests_one";
--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "ends_on" date;
--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "has_key_date" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "task_due_on" date;
--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "renews_id" uuid;
--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "asked_anew" jsonb;
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "clients" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "imported_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "people_waiting" ADD COLUMN "client_id" uuid;
--> statement-breakpoint
ALTER TABLE "person_records" ADD COLUMN "client_id" uuid;
--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD COLUMN "client_id" uuid;
--> statement-breakpoint
ALTER TABLE "document_requirements" ADD COLUMN "is_renewed_anew" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "client_import_lines" ADD CONSTRAINT "client_import_lines_import_id_client_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."client_imports"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "client_import_lines" ADD CONSTRAINT "client_import_lines_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_import_id_client_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."client_imports"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_service_id_visa_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."visa_services"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "key_date_reminders" ADD CONSTRAINT "key_date_reminders_key_date_id_key_dates_id_fk" FOREIGN KEY ("key_date_id") REFERENCES "public"."key_dates"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "key_date_reminders" ADD CONSTRAINT "key_date_reminders_mail_id_email_notifications_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."email_notifications"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "key_dates" ADD CONSTRAINT "key_dates_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "key_dates" ADD CONSTRAINT "key_dates_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "case_tasks" ADD CONSTRAINT "case_tasks_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "task_templates" ADD CONSTRAINT "task_templates_service_id_visa_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."visa_services"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "client_import_lines_client_id_index" ON "client_import_lines" USING btree ("client_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "client_imports_one_at_a_time" ON "client_imports" USING btree ((true)) WHERE "client_imports"."state" in ('running', 'undoing');
--> statement-breakpoint
CREATE INDEX "client_imports_created_at_id_index" ON "client_imports" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "client_imports_file_key" ON "client_imports" USING btree ("file_key_by","id") WHERE file_key_by is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "clients_import_id_line_index" ON "clients" USING btree ("import_id","line");
--> statement-breakpoint
CREATE INDEX "clients_service_id_index" ON "clients" USING btree ("service_id");
--> statement-breakpoint
CREATE INDEX "clients_created" ON "clients" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "clients_email" ON "clients" USING btree (lower("email"));
--> statement-breakpoint
CREATE INDEX "clients_search_text" ON "clients" USING gin ("search_text" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "clients_few_digits" ON "clients" USING gin (few_digits("search_text"));
--> statement-breakpoint
CREATE INDEX "key_date_reminders_mail_id_index" ON "key_date_reminders" USING btree ("mail_id");
--> statement-breakpoint
CREATE INDEX "key_dates_client_id_index" ON "key_dates" USING btree ("client_id");
--> statement-breakpoint
CREATE INDEX "key_dates_ending" ON "key_dates" USING btree ("ends_on","id") WHERE settled_at is null and suspended_at is null and ends_on is not null;
--> statement-breakpoint
CREATE INDEX "key_dates_watched" ON "key_dates" USING btree ("ends_on","id") WHERE is_watched;
--> statement-breakpoint
CREATE INDEX "key_dates_watched_owner" ON "key_dates" USING btree ("owner_id","ends_on","id") WHERE is_watched;
--> statement-breakpoint
CREATE INDEX "key_dates_of_cases" ON "key_dates" USING btree ("ends_on") WHERE application_id is not null;
--> statement-breakpoint
CREATE INDEX "case_tasks_due" ON "case_tasks" USING btree ("due_on","id") WHERE is_open and due_on is not null;
--> statement-breakpoint
CREATE INDEX "case_tasks_due_owner" ON "case_tasks" USING btree ("owner_id","due_on","id") WHERE is_open and due_on is not null;
--> statement-breakpoint
ALTER TABLE "visa_applications" ADD CONSTRAINT "visa_applications_renews_id_visa_applications_id_fk" FOREIGN KEY ("renews_id") REFERENCES "public"."visa_applications"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "person_records" ADD CONSTRAINT "person_records_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "visa_applications_ends" ON "visa_applications" USING btree ("ends_on","id") WHERE "visa_applications"."ends_on" is not null;
--> statement-breakpoint
CREATE INDEX "visa_applications_ends_first" ON "visa_applications" USING btree (coalesce("ends_on", 'infinity'),"id");
--> statement-breakpoint
CREATE INDEX "visa_applications_without_key_date" ON "visa_applications" USING btree ("created_at","id") WHERE "visa_applications"."status" = 'approved' and not "visa_applications"."has_key_date";
--> statement-breakpoint
CREATE INDEX "visa_applications_task_due" ON "visa_applications" USING btree ("task_due_on","id") WHERE "visa_applications"."task_due_on" is not null;
--> statement-breakpoint
CREATE INDEX "visa_applications_renews" ON "visa_applications" USING btree ("renews_id") WHERE "visa_applications"."renews_id" is not null;
--> statement-breakpoint
CREATE INDEX "people_waiting_client" ON "people_waiting" USING btree ("client_id") WHERE client_id is not null;
--> statement-breakpoint
CREATE INDEX "erasure_requests_client" ON "erasure_requests" USING btree ("client_id") WHERE client_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "erasure_requests_one" ON "erasure_requests" USING btree (coalesce(application_id, inquiry_id, subscriber_id, client_id)) WHERE state in ('asked', 'open', 'erasing', 'restricting');
--> statement-breakpoint
ALTER TABLE "person_records" ADD CONSTRAINT "person_records_clientId_unique" UNIQUE("client_id");
--> statement-breakpoint
ALTER TABLE "person_records" ADD CONSTRAINT "person_records_one_record" CHECK (num_nonnulls("person_records"."application_id", "person_records"."inquiry_id", "person_records"."client_id") = 1);
--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_one_subject" CHECK (num_nonnulls("erasure_requests"."application_id", "erasure_requests"."inquiry_id", "erasure_requests"."subscriber_id", "erasure_requests"."client_id") = 1);
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
--> statement-breakpoint
-- Documents that are out of date a year later, as a new installation has them (`db/seed/starter/document-requirements.ts`).
UPDATE document_requirements SET is_renewed_anew = true WHERE document_type IN (
  'photo', 'police_certificate', 'medical_certificate', 'proof_of_funds', 'proof_of_income', 'bank_reference',
  'employment_letter', 'employer_letter', 'itinerary', 'accommodation_proof', 'return_ticket', 'travel_insurance',
  'health_insurance'
);
--> statement-breakpoint
-- Today and the list of applications read a million key dates and tasks by these columns alone. They follow each change of
-- a key date, a task, its case's status and owner, and a renewal.
CREATE FUNCTION watch_key_date() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_case record;
BEGIN
  SELECT status, owner_id INTO of_case FROM visa_applications WHERE id = new.application_id;
  new.owner_id := of_case.owner_id;
  new.is_watched := new.ends_on IS NOT NULL AND new.settled_at IS NULL AND new.suspended_at IS NULL
    AND (new.application_id IS NULL OR (coalesce(of_case.status = 'approved', false)
      AND NOT (new.kind IN ('visa', 'permit', 'entry_permission') AND EXISTS (
        SELECT FROM visa_applications renewal WHERE renewal.renews_id = new.application_id
          AND renewal.submitted_at IS NOT NULL AND renewal.status NOT IN ('denied', 'withdrawn')))));
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER key_dates_watched BEFORE INSERT OR UPDATE ON key_dates
  FOR EACH ROW EXECUTE FUNCTION watch_key_date();
--> statement-breakpoint
CREATE FUNCTION open_task() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_case record;
BEGIN
  SELECT status, owner_id INTO of_case FROM visa_applications WHERE id = new.application_id;
  new.owner_id := of_case.owner_id;
  new.is_open := new.done_at IS NULL AND new.removed_at IS NULL
    AND coalesce(of_case.status NOT IN ('draft', 'denied', 'withdrawn'), false);
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER case_tasks_open BEFORE INSERT OR UPDATE ON case_tasks
  FOR EACH ROW EXECUTE FUNCTION open_task();
--> statement-breakpoint
CREATE FUNCTION refresh_key_dates_of(application uuid) RETURNS void LANGUAGE sql AS $$
  UPDATE visa_applications a SET ends_on = days.ends_on, has_key_date = days.has_key_date
  FROM (SELECT min(k.ends_on) FILTER (WHERE k.settled_at IS NULL AND k.kind IN ('visa', 'permit', 'entry_permission'))
      AS ends_on, count(k.id) > 0 AS has_key_date
    FROM visa_applications of_case LEFT JOIN key_dates k
      ON k.application_id = of_case.id AND k.suspended_at IS NULL AND of_case.status = 'approved'
    WHERE of_case.id = application) AS days
  WHERE a.id = application AND (a.ends_on, a.has_key_date) IS DISTINCT FROM (days.ends_on, days.has_key_date)
$$;
--> statement-breakpoint
CREATE FUNCTION refresh_tasks_of(application uuid) RETURNS void LANGUAGE sql AS $$
  UPDATE visa_applications a SET task_due_on = days.due_on
  FROM (SELECT min(due_on) AS due_on FROM case_tasks WHERE application_id = application AND is_open) AS days
  WHERE a.id = application AND a.task_due_on IS DISTINCT FROM days.due_on
$$;
--> statement-breakpoint
-- What ends in a month, and of how much a renewal was begun, counts for the month of its day.
CREATE FUNCTION report_endings_of(applications uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO report_changes (subject, month)
  SELECT DISTINCT 'endings', date_trunc('month', ends_on)::date FROM key_dates
  WHERE application_id = ANY(applications) AND ends_on IS NOT NULL AND kind IN ('visa', 'permit', 'entry_permission')
$$;
--> statement-breakpoint
CREATE FUNCTION key_date_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_key_dates_of(coalesce(new.application_id, old.application_id));
  INSERT INTO report_changes (subject, month)
  SELECT DISTINCT 'endings', date_trunc('month', day)::date FROM (VALUES
    (old.application_id, old.kind, old.ends_on), (new.application_id, new.kind, new.ends_on)) AS k (application, kind, day)
  WHERE application IS NOT NULL AND day IS NOT NULL AND kind IN ('visa', 'permit', 'entry_permission');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER key_dates_changed
  AFTER INSERT OR DELETE OR UPDATE OF application_id, kind, ends_on, settled_at, suspended_at ON key_dates
  FOR EACH ROW EXECUTE FUNCTION key_date_changed();
--> statement-breakpoint
CREATE FUNCTION task_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_tasks_of(coalesce(new.application_id, old.application_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER case_tasks_changed AFTER INSERT OR DELETE OR UPDATE OF due_on, done_at, removed_at ON case_tasks
  FOR EACH ROW EXECUTE FUNCTION task_changed();
--> statement-breakpoint
-- The triggers of the touched rows compute their columns.
CREATE FUNCTION case_of_days_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (old.status, old.owner_id) IS DISTINCT FROM (new.status, new.owner_id) THEN
    UPDATE key_dates SET is_watched = is_watched WHERE application_id = new.id;
    UPDATE case_tasks SET is_open = is_open WHERE application_id = new.id AND done_at IS NULL AND removed_at IS NULL;
  END IF;
  IF old.status IS DISTINCT FROM new.status THEN
    PERFORM refresh_key_dates_of(new.id);
    PERFORM refresh_tasks_of(new.id);
  END IF;
  IF (old.status, old.visa_service_id, old.is_sample) IS DISTINCT FROM (new.status, new.visa_service_id, new.is_sample) THEN
    PERFORM report_endings_of(ARRAY[new.id]);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER case_of_days_changed AFTER UPDATE OF status, owner_id, visa_service_id, is_sample ON visa_applications
  FOR EACH ROW WHEN ((old.status, old.owner_id, old.visa_service_id, old.is_sample)
    IS DISTINCT FROM (new.status, new.owner_id, new.visa_service_id, new.is_sample))
  EXECUTE FUNCTION case_of_days_changed();
--> statement-breakpoint
CREATE FUNCTION renewal_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  renewed uuid[] := array_remove(ARRAY[old.renews_id, new.renews_id], NULL);
BEGIN
  -- A case that is being deleted leaves its renewals; its key dates are deleted with it.
  SELECT coalesce(array_agg(id), '{}') INTO renewed FROM visa_applications WHERE id = ANY(renewed);
  UPDATE key_dates SET is_watched = is_watched WHERE application_id = ANY(renewed);
  PERFORM report_endings_of(renewed);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER renewal_added AFTER INSERT ON visa_applications
  FOR EACH ROW WHEN (new.renews_id IS NOT NULL) EXECUTE FUNCTION renewal_changed();
--> statement-breakpoint
CREATE TRIGGER renewal_gone AFTER DELETE ON visa_applications
  FOR EACH ROW WHEN (old.renews_id IS NOT NULL) EXECUTE FUNCTION renewal_changed();
--> statement-breakpoint
CREATE TRIGGER renewal_changed AFTER UPDATE OF renews_id, status, submitted_at ON visa_applications
  FOR EACH ROW WHEN (coalesce(old.renews_id, new.renews_id) IS NOT NULL
    AND (old.renews_id, old.status, old.submitted_at) IS DISTINCT FROM (new.renews_id, new.status, new.submitted_at))
  EXECUTE FUNCTION renewal_changed();
--> statement-breakpoint
-- Counts by day and owner, as the others: rows are added, never updated.
CREATE FUNCTION count_key_date() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was text := CASE WHEN old.is_watched THEN old.ends_on || ' ' || coalesce(old.owner_id::text, '') END;
  now_is text := CASE WHEN new.is_watched THEN new.ends_on || ' ' || coalesce(new.owner_id::text, '') END;
BEGIN
  IF was IS DISTINCT FROM now_is THEN
    INSERT INTO row_counts (subject, key, n) SELECT 'key dates by day', key, n FROM (VALUES (was, -1), (now_is, 1)) AS c (key, n)
    WHERE key IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_key_dates AFTER INSERT OR UPDATE OR DELETE ON key_dates
  FOR EACH ROW EXECUTE FUNCTION count_key_date();
--> statement-breakpoint
CREATE TRIGGER count_key_dates_emptied AFTER TRUNCATE ON key_dates
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows('key dates by day', '');
--> statement-breakpoint
CREATE FUNCTION count_task() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was text := CASE WHEN old.is_open THEN old.due_on || ' ' || coalesce(old.owner_id::text, '') END;
  now_is text := CASE WHEN new.is_open THEN new.due_on || ' ' || coalesce(new.owner_id::text, '') END;
BEGIN
  IF was IS DISTINCT FROM now_is THEN
    INSERT INTO row_counts (subject, key, n) SELECT 'tasks by day', key, n FROM (VALUES (was, -1), (now_is, 1)) AS c (key, n)
    WHERE key IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_tasks AFTER INSERT OR UPDATE OR DELETE ON case_tasks
  FOR EACH ROW EXECUTE FUNCTION count_task();
--> statement-breakpoint
CREATE TRIGGER count_tasks_emptied AFTER TRUNCATE ON case_tasks
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows('tasks by day', '');
--> statement-breakpoint
-- Reminders that were past when a key date got its day, or got reminders again, are passed over, also after a change by SQL.
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
