-- Owner and due day of cases and inquiries, names of admins, what the record is about by name, and what searches compare.
ALTER TABLE "admin_users" ADD COLUMN "name" text DEFAULT '' NOT NULL, ADD COLUMN "single_keys" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_users" ADD CONSTRAINT "admin_users_name_length" CHECK (char_length("admin_users"."name") <= 80);--> statement-breakpoint
ALTER TABLE "admin_activity_log" ADD COLUMN "subject_name" text;--> statement-breakpoint
-- Every search of the desk ignores case, accents and the punctuation of phones (app/db/folded.ts does the same).
create function folded(text) returns text language sql immutable strict parallel safe
return translate(
  replace(replace(replace(lower(regexp_replace(normalize($1, NFD), '[\u0300-\u036f]', '', 'g')), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
  'øłđħı’‘ʼ‐‑‒–—―−', 'oldhi''''''-------');
--> statement-breakpoint
create function digits(text) returns text language sql immutable strict parallel safe
return regexp_replace($1, '[^0-9]', '', 'g');
--> statement-breakpoint
-- The digits of an applicant's own phones, from the answers of step 3. In plpgsql, so that those are read once;
-- a restored backup computes it without a search path.
create function contact_phones(answers jsonb) returns text language plpgsql immutable parallel safe as $$
begin
  return concat_ws(' ', public.digits(answers ->> 'primaryPhone'), public.digits(answers ->> 'secondaryPhone'), public.digits(answers ->> 'workPhone'));
end $$;
--> statement-breakpoint
-- One statement a table, because its generated columns rewrite all rows.
ALTER TABLE "visa_inquiries" ADD COLUMN "answered_at" timestamp with time zone, ADD COLUMN "owner_id" uuid, ADD COLUMN "due_on" date, ADD COLUMN "entered_by" text, ADD COLUMN "came_by" text,
  ADD COLUMN "due_day" date GENERATED ALWAYS AS (coalesce(due_on, case when status in ('new', 'in_review') and answered_at is null then (promised_by at time zone 'America/Nassau')::date end)) STORED,
  ADD COLUMN "search_text" text GENERATED ALWAYS AS (folded(full_name || ' ' || email || ' ' || visa_service) || ' ' || chr(31) || digits(phone)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "visa_inquiries" ADD CONSTRAINT "visa_inquiries_owner_id_admin_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."admin_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "owner_id" uuid, ADD COLUMN "due_on" date, ADD COLUMN "rule_due_on" date, ADD COLUMN "inquiry_id" uuid,
  ADD COLUMN "due_day" date GENERATED ALWAYS AS (coalesce(due_on, rule_due_on)) STORED,
  ADD COLUMN "search_text" text GENERATED ALWAYS AS (folded(application_number || ' ' || user_email || ' ' || coalesce(metadata->'step1'->>'firstName', '') || ' ' || coalesce(metadata->'step1'->>'lastName', '')) || ' ' || chr(31) || contact_phones(metadata->'step3')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD CONSTRAINT "visa_applications_owner_id_admin_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."admin_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD CONSTRAINT "visa_applications_inquiry_id_visa_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."visa_inquiries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD CONSTRAINT "visa_applications_inquiryId_unique" UNIQUE("inquiry_id");--> statement-breakpoint
CREATE INDEX "visa_applications_owner_id_created_at_id_index" ON "visa_applications" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "visa_applications_due" ON "visa_applications" USING btree ("due_day","id") WHERE "visa_applications"."due_day" is not null;--> statement-breakpoint
CREATE INDEX "visa_inquiries_owner_id_created_at_id_index" ON "visa_inquiries" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "visa_inquiries_due" ON "visa_inquiries" USING btree ("due_day","id") WHERE "visa_inquiries"."due_day" is not null;--> statement-breakpoint
-- What is open on the day of the upgrade has its due day at once.
UPDATE "visa_applications" a SET "rule_due_on" = (
  SELECT min(day) FROM (
    SELECT due_on AS day FROM case_request_items i WHERE i.application_id = a.id AND i.state = 'open' AND due_on IS NOT NULL
    UNION ALL
    SELECT (starts_at AT TIME ZONE 'America/Nassau')::date FROM appointments p WHERE p.application_id = a.id AND p.state = 'planned' AND starts_at > now()
  ) days)
WHERE "submitted_at" IS NOT NULL AND "status" NOT IN ('approved', 'denied', 'withdrawn');--> statement-breakpoint
DROP VIEW "public"."contact_inquiries";--> statement-breakpoint
CREATE VIEW "public"."contact_inquiries" AS (select * from visa_inquiries);--> statement-breakpoint
CREATE TABLE "opened_records" (
	"admin_id" uuid NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "opened_records_admin_id_subject_type_subject_id_pk" PRIMARY KEY("admin_id","subject_type","subject_id")
);
--> statement-breakpoint
ALTER TABLE "opened_records" ADD CONSTRAINT "opened_records_admin_id_admin_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admin_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "opened_records_admin_id_opened_at_index" ON "opened_records" USING btree ("admin_id","opened_at");
