-- What people ask for under their rights: a copy of everything, and that all of it be erased.
CREATE TABLE "data_copies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"state" text DEFAULT 'making' NOT NULL,
	"file_key" text,
	"byte_size" integer,
	"offered_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "data_copies_state_known" CHECK ("data_copies"."state" in ('making', 'ready', 'gone'))
);--> statement-breakpoint
ALTER TABLE "data_copies" ADD CONSTRAINT "data_copies_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_copies_application_id_created_at_index" ON "data_copies" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "data_copies_one" ON "data_copies" USING btree ("application_id") WHERE state <> 'gone';--> statement-breakpoint
CREATE INDEX "data_copies_offered" ON "data_copies" USING btree ("offered_until") WHERE state = 'ready';--> statement-breakpoint
CREATE TABLE "erasure_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"group_id" uuid NOT NULL,
	"application_id" uuid,
	"inquiry_id" uuid,
	"subscriber_id" uuid,
	"email" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"secret" uuid DEFAULT gen_random_uuid() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	"answer" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "erasure_requests_one_subject" CHECK (num_nonnulls("erasure_requests"."application_id", "erasure_requests"."inquiry_id", "erasure_requests"."subscriber_id") = 1),
	CONSTRAINT "erasure_requests_state_known" CHECK ("erasure_requests"."state" in ('asked', 'open', 'erasing', 'restricting', 'refused', 'taken_back'))
);--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_inquiry_id_visa_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."visa_inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_subscriber_id_newsletter_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."newsletter_subscribers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "erasure_requests_group_id_index" ON "erasure_requests" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "erasure_requests_inquiry_id_index" ON "erasure_requests" USING btree ("inquiry_id");--> statement-breakpoint
CREATE INDEX "erasure_requests_subscriber_id_index" ON "erasure_requests" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "erasure_requests_open" ON "erasure_requests" USING btree ("confirmed_at","id") WHERE state in ('open', 'erasing', 'restricting');--> statement-breakpoint
CREATE UNIQUE INDEX "erasure_requests_one" ON "erasure_requests" USING btree (coalesce(application_id, inquiry_id, subscriber_id)) WHERE state in ('asked', 'open', 'erasing', 'restricting');--> statement-breakpoint
CREATE TABLE "data_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"secret" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE INDEX "data_links_lower_index" ON "data_links" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "data_links_created_at_index" ON "data_links" USING btree ("created_at");--> statement-breakpoint
-- What is left of whoever was erased.
CREATE TABLE "erasures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"started_on" date NOT NULL,
	"submitted_on" date,
	"decided_on" date,
	"erased_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE INDEX "erasures_number_index" ON "erasures" USING btree ("number");--> statement-breakpoint
CREATE TABLE "kept_receipts" (
	"receipt_number" text PRIMARY KEY NOT NULL,
	"kind" "ledger_kind" NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"day" date NOT NULL
);--> statement-breakpoint
CREATE TABLE "restricted_cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_number" text NOT NULL,
	"service_name" text NOT NULL,
	"status" text NOT NULL,
	"document_id" uuid NOT NULL,
	"data_document_id" uuid NOT NULL,
	"started_on" date NOT NULL,
	"submitted_on" date,
	"decided_on" date,
	"restricted_until" date NOT NULL,
	"restricted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "restricted_cases_applicationNumber_unique" UNIQUE("application_number")
);--> statement-breakpoint
ALTER TABLE "restricted_cases" ADD CONSTRAINT "restricted_cases_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "restricted_cases" ADD CONSTRAINT "restricted_cases_data_document_id_documents_id_fk" FOREIGN KEY ("data_document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "restricted_cases_restricted_until_index" ON "restricted_cases" USING btree ("restricted_until");--> statement-breakpoint
CREATE INDEX "restricted_cases_document_id_index" ON "restricted_cases" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "restricted_cases_data_document_id_index" ON "restricted_cases" USING btree ("data_document_id");--> statement-breakpoint
-- The question that a message says something is wrong with (V-COPY-7).
ALTER TABLE "case_messages" ADD COLUMN "about" jsonb;
