ALTER TYPE "public"."mail_kind" ADD VALUE 'browsers_ended';--> statement-breakpoint
ALTER TYPE "public"."mail_kind" ADD VALUE 'sign_in_slowed';--> statement-breakpoint
ALTER TYPE "public"."mail_kind" ADD VALUE 'many_reveals';--> statement-breakpoint
ALTER TABLE "visa_applications" DROP CONSTRAINT "visa_applications_email_form";--> statement-breakpoint
ALTER TABLE "admin_activity_log" ADD COLUMN "browser" text;--> statement-breakpoint
ALTER TABLE "application_holders" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "application_holders" ADD COLUMN "browser" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "application_holders" ADD COLUMN "last_used_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "email_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "refused_email_hashes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "begun_with" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "begun_at_desk" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "opens_by_link_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "email_notifications" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "email_notifications_recipient" ON "email_notifications" USING btree (lower("recipient_email"),"created_at");--> statement-breakpoint
ALTER TABLE "application_holders" ADD CONSTRAINT "application_holders_id_unique" UNIQUE("id");--> statement-breakpoint
ALTER TABLE "visa_applications" ADD CONSTRAINT "visa_applications_email_form" CHECK ("visa_applications"."user_email" = '' or "visa_applications"."user_email" like '%_@_%');