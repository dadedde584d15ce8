CREATE TABLE "application_email_changes" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"new_email" text NOT NULL,
	"secret" uuid DEFAULT gen_random_uuid() NOT NULL,
	"asked_by" uuid,
	"admin_id" uuid,
	"admin_email" text,
	"mailed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "application_email_changes_email_form" CHECK ("application_email_changes"."new_email" like '%_@_%')
);
--> statement-breakpoint
ALTER TABLE "application_holders" ADD COLUMN "began" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "email_handled" text;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "kept_emails" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "email_notifications" ADD COLUMN "bounced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "application_email_changes" ADD CONSTRAINT "application_email_changes_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_email_changes" ADD CONSTRAINT "application_email_changes_asked_by_application_holders_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."application_holders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_email_changes_asked_by_index" ON "application_email_changes" USING btree ("asked_by");
--> statement-breakpoint
-- A start makes both rows in one transaction, so they have one time. A browser that came back by a link since has another.
update application_holders h set began = true from visa_applications a
where a.id = h.application_id and a.created_at = h.created_at;
