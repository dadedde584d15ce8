CREATE TABLE "application_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"body" text NOT NULL,
	"author_email" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"edited_by" text,
	"edited_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "application_notes_said" CHECK (length("application_notes"."body") between 1 and 4000)
);
--> statement-breakpoint
DROP INDEX "visa_applications_search";--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "applicant_name" text GENERATED ALWAYS AS (btrim(coalesce(metadata->'step1'->>'firstName', '') || ' ' || coalesce(metadata->'step1'->>'lastName', ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "application_notes" ADD CONSTRAINT "application_notes_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_notes_application_id_created_at_index" ON "application_notes" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE INDEX "visa_applications_submitted_last" ON "visa_applications" USING btree (coalesce("submitted_at", '-infinity'),"id");--> statement-breakpoint
CREATE INDEX "visa_applications_submitted_first" ON "visa_applications" USING btree (coalesce("submitted_at", 'infinity'),"id");--> statement-breakpoint
CREATE INDEX "visa_applications_found_by" ON "visa_applications" USING gin ((lower("application_number" || ' ' || "user_email" || ' ' || regexp_replace(normalize("applicant_name", NFD), '[\u0300-\u036f]', '', 'g'))) gin_trgm_ops);