-- What can be undone for some seconds, and what the applicant sees only after them.
CREATE TABLE "undo_offers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"admin_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"words" text NOT NULL,
	"records" jsonb NOT NULL,
	"open_until" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
ALTER TABLE "undo_offers" ADD CONSTRAINT "undo_offers_admin_id_admin_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admin_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "undo_offers_open_until_index" ON "undo_offers" USING btree ("open_until");--> statement-breakpoint
ALTER TABLE "email_notifications" ADD COLUMN "undo_id" uuid;--> statement-breakpoint
CREATE INDEX "email_notifications_undo" ON "email_notifications" USING btree ("undo_id") WHERE "email_notifications"."undo_id" is not null;--> statement-breakpoint
ALTER TABLE "application_status_history" ADD COLUMN "shown_from" timestamp with time zone, ADD COLUMN "undone_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "case_request_items" ADD COLUMN "shown_from" timestamp with time zone;
--> statement-breakpoint
-- What waits, for Today: found and counted without reading all cases and inquiries.
CREATE TABLE "missing_files" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
ALTER TABLE "missing_files" ADD CONSTRAINT "missing_files_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visa_applications_our_turn" ON "visa_applications" USING btree ("owner_id",coalesce(turn_since, submitted_at),"id") WHERE submitted_at is not null and status in ('submitted', 'under_review', 'additional_info_required', 'interview_scheduled') and coalesce(turn, 'office') = 'office';--> statement-breakpoint
CREATE INDEX "visa_applications_our_turn_since" ON "visa_applications" USING btree (coalesce(turn_since, submitted_at),"id") WHERE submitted_at is not null and status in ('submitted', 'under_review', 'additional_info_required', 'interview_scheduled') and coalesce(turn, 'office') = 'office';--> statement-breakpoint
CREATE INDEX "visa_inquiries_promised" ON "visa_inquiries" USING btree ("owner_id","promised_by","id") WHERE answered_at is null and status in ('new', 'in_review') and promised_by is not null;--> statement-breakpoint
CREATE INDEX "visa_inquiries_promised_by" ON "visa_inquiries" USING btree ("promised_by","id") WHERE answered_at is null and status in ('new', 'in_review') and promised_by is not null;
