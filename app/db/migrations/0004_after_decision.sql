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
	"revision" integer DEFAULT 0 NOT NULL,
	"made_by" text NOT NULL,
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
ALTER TABLE "person_records" DROP CONSTRAINT "person_records_one_record";--> statement-breakpoint
ALTER TABLE "erasure_requests" DROP CONSTRAINT "erasure_requests_one_subject";--> statement-breakpoint
DROP INDEX "erasure_requests_one";--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "renews_id" uuid;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "asked_anew" jsonb;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "clients" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "people_waiting" ADD COLUMN "client_id" uuid;--> statement-breakpoint
ALTER TABLE "person_records" ADD COLUMN "client_id" uuid;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD COLUMN "client_id" uuid;--> statement-breakpoint
ALTER TABLE "document_requirements" ADD COLUMN "is_renewed_anew" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "client_import_lines" ADD CONSTRAINT "client_import_lines_import_id_client_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."client_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_import_lines" ADD CONSTRAINT "client_import_lines_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_import_id_client_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."client_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_service_id_visa_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."visa_services"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_date_reminders" ADD CONSTRAINT "key_date_reminders_key_date_id_key_dates_id_fk" FOREIGN KEY ("key_date_id") REFERENCES "public"."key_dates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_date_reminders" ADD CONSTRAINT "key_date_reminders_mail_id_email_notifications_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."email_notifications"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_dates" ADD CONSTRAINT "key_dates_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_dates" ADD CONSTRAINT "key_dates_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_tasks" ADD CONSTRAINT "case_tasks_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_templates" ADD CONSTRAINT "task_templates_service_id_visa_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."visa_services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "client_import_lines_client_id_index" ON "client_import_lines" USING btree ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "client_imports_one_at_a_time" ON "client_imports" USING btree ((true)) WHERE "client_imports"."state" in ('running', 'undoing');--> statement-breakpoint
CREATE INDEX "client_imports_created_at_id_index" ON "client_imports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "client_imports_file_key" ON "client_imports" USING btree ("file_key_by","id") WHERE file_key_by is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "clients_import_id_line_index" ON "clients" USING btree ("import_id","line");--> statement-breakpoint
CREATE INDEX "clients_service_id_index" ON "clients" USING btree ("service_id");--> statement-breakpoint
CREATE INDEX "clients_email" ON "clients" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "clients_search_text" ON "clients" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "clients_few_digits" ON "clients" USING gin (few_digits("search_text"));--> statement-breakpoint
CREATE INDEX "key_date_reminders_mail_id_index" ON "key_date_reminders" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "key_dates_client_id_index" ON "key_dates" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "key_dates_ending" ON "key_dates" USING btree ("ends_on","id") WHERE settled_at is null and suspended_at is null and ends_on is not null;--> statement-breakpoint
CREATE INDEX "case_tasks_due" ON "case_tasks" USING btree ("due_on","id") WHERE done_at is null and removed_at is null and due_on is not null;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD CONSTRAINT "visa_applications_renews_id_visa_applications_id_fk" FOREIGN KEY ("renews_id") REFERENCES "public"."visa_applications"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_records" ADD CONSTRAINT "person_records_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visa_applications_renews" ON "visa_applications" USING btree ("renews_id") WHERE "visa_applications"."renews_id" is not null;--> statement-breakpoint
CREATE INDEX "people_waiting_client" ON "people_waiting" USING btree ("client_id") WHERE client_id is not null;--> statement-breakpoint
CREATE INDEX "erasure_requests_client" ON "erasure_requests" USING btree ("client_id") WHERE client_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "erasure_requests_one" ON "erasure_requests" USING btree (coalesce(application_id, inquiry_id, subscriber_id, client_id)) WHERE state in ('asked', 'open', 'erasing', 'restricting');--> statement-breakpoint
ALTER TABLE "person_records" ADD CONSTRAINT "person_records_clientId_unique" UNIQUE("client_id");--> statement-breakpoint
ALTER TABLE "person_records" ADD CONSTRAINT "person_records_one_record" CHECK (num_nonnulls("person_records"."application_id", "person_records"."inquiry_id", "person_records"."client_id") = 1);--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_one_subject" CHECK (num_nonnulls("erasure_requests"."application_id", "erasure_requests"."inquiry_id", "erasure_requests"."subscriber_id", "erasure_requests"."client_id") = 1);