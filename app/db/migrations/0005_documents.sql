CREATE TABLE "document_hints" (
	"document_id" uuid NOT NULL,
	"code" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"kept_at" timestamp with time zone,
	CONSTRAINT "document_hints_document_id_code_pk" PRIMARY KEY("document_id","code"),
	CONSTRAINT "document_hints_code" CHECK ("document_hints"."code" in ('incomplete', 'blurred', 'dark', 'small', 'cut_off', 'photo_pixels', 'photo_proportions', 'photo_too_light', 'photo_too_heavy'))
);
--> statement-breakpoint
CREATE TABLE "passport_readings" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"sealed" text,
	"agreed" text[] DEFAULT '{}' NOT NULL,
	"differed" text[] DEFAULT '{}' NOT NULL,
	"confirmed" text[] DEFAULT '{}' NOT NULL,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passport_readings_state" CHECK ("passport_readings"."state" in ('waiting', 'read', 'unreadable'))
);
--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "planned_filing_on" date;--> statement-breakpoint
ALTER TABLE "visa_services" ADD COLUMN "filing_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "issued_on" date;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "expires_on" date;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "page" integer;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "inspection" text DEFAULT 'no' NOT NULL;--> statement-breakpoint
ALTER TABLE "document_requirements" ADD COLUMN "date_rule" text;--> statement-breakpoint
ALTER TABLE "document_requirements" ADD COLUMN "date_amount" integer;--> statement-breakpoint
ALTER TABLE "document_requirements" ADD COLUMN "date_unit" text;--> statement-breakpoint
ALTER TABLE "document_requirements" ADD COLUMN "purpose" text DEFAULT 'document' NOT NULL;--> statement-breakpoint
ALTER TABLE "document_requirements" ADD COLUMN "photo_rule" jsonb;--> statement-breakpoint
ALTER TABLE "document_hints" ADD CONSTRAINT "document_hints_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passport_readings" ADD CONSTRAINT "passport_readings_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passport_readings" ADD CONSTRAINT "passport_readings_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passport_readings_application_id_index" ON "passport_readings" USING btree ("application_id");--> statement-breakpoint
CREATE UNIQUE INDEX "document_requirements_one_passport_page" ON "document_requirements" USING btree ("visa_service_id") WHERE "document_requirements"."purpose" = 'passport_page';--> statement-breakpoint
ALTER TABLE "visa_services" ADD CONSTRAINT "visa_services_filing_days" CHECK ("visa_services"."filing_days" between 0 and 180);--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_inspection" CHECK ("documents"."inspection" in ('no', 'yes', 'not_checked'));--> statement-breakpoint
ALTER TABLE "document_requirements" ADD CONSTRAINT "document_requirements_date_rule" CHECK (num_nonnulls("document_requirements"."date_rule", "document_requirements"."date_amount", "document_requirements"."date_unit") in (0, 3) and "document_requirements"."date_amount" between 1 and 999 and "document_requirements"."date_rule" in ('submission', 'filing', 'trip') and "document_requirements"."date_unit" in ('days', 'months'));--> statement-breakpoint
ALTER TABLE "document_requirements" ADD CONSTRAINT "document_requirements_purpose" CHECK ("document_requirements"."purpose" in ('document', 'passport_page', 'photo'));--> statement-breakpoint
ALTER TABLE "document_requirements" ADD CONSTRAINT "document_requirements_photo_rule" CHECK ("document_requirements"."photo_rule" is null or ("document_requirements"."purpose" = 'photo' and jsonb_typeof("document_requirements"."photo_rule") = 'object'));--> statement-breakpoint
UPDATE "document_requirements" SET "purpose" = CASE "document_type" WHEN 'passport_copy' THEN 'passport_page' ELSE 'photo' END WHERE "document_type" IN ('passport_copy', 'photo');
