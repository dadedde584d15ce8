ALTER TYPE "public"."mail_kind" ADD VALUE 'withdrawal_requested' BEFORE 'newsletter_opt_in';--> statement-breakpoint
ALTER TYPE "public"."mail_kind" ADD VALUE 'withdrawal_notification' BEFORE 'newsletter_opt_in';--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "draft_mail_sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "withdrawal_requested_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "withdrawal_reason" text;--> statement-breakpoint
CREATE INDEX "visa_applications_withdrawal_asked" ON "visa_applications" USING btree ("created_at","id") WHERE "visa_applications"."withdrawal_requested_at" is not null;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD CONSTRAINT "visa_applications_withdrawal_of_submitted" CHECK ("visa_applications"."withdrawal_requested_at" is null or "visa_applications"."submitted_at" is not null);