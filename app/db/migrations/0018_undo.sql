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
