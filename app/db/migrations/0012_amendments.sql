ALTER TYPE "public"."case_item_kind" ADD VALUE 'correction';--> statement-breakpoint
CREATE TABLE "amendments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"answer_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"step_code" text NOT NULL,
	"step_title" text NOT NULL,
	"question" text NOT NULL,
	"label" text NOT NULL,
	"entry" jsonb,
	"is_sensitive" boolean NOT NULL,
	"was_asked" boolean NOT NULL,
	"is_asked" boolean NOT NULL,
	"before" text NOT NULL,
	"after" text NOT NULL,
	"certifications" text[] NOT NULL,
	"signature" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "case_request_items" ADD COLUMN "step_code" text;--> statement-breakpoint
ALTER TABLE "case_request_items" ADD COLUMN "questions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "amendments" ADD CONSTRAINT "amendments_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "amendments" ADD CONSTRAINT "amendments_item_id_case_request_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."case_request_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "amendments" ADD CONSTRAINT "amendments_answer_id_case_item_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."case_item_answers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "amendments_application_id_created_at_position_index" ON "amendments" USING btree ("application_id","created_at","position");--> statement-breakpoint
CREATE INDEX "amendments_answer_id_index" ON "amendments" USING btree ("answer_id");--> statement-breakpoint
-- What was signed stays as it was signed.
create function refuse_changed_amendment() returns trigger language plpgsql as $$
begin
  raise exception 'an amendment is immutable' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger amendments_immutable before update on amendments
  for each row execute function refuse_changed_amendment();
