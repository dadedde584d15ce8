-- An inquiry may name any active service and leave its details out. The previous release reads and writes these columns
-- as before; the view hangs on them and is made anew.
DROP VIEW "public"."contact_inquiries";--> statement-breakpoint
ALTER TABLE "visa_inquiries" ALTER COLUMN "visa_service" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "visa_inquiries" ALTER COLUMN "nationality" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "visa_inquiries" ALTER COLUMN "residence_country" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "visa_inquiries" ALTER COLUMN "passport_expiry_date" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "visa_inquiries" ALTER COLUMN "travel_date" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "visa_inquiries_service" ON "visa_inquiries" USING gin ((lower("visa_service")) gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "visa_inquiries" ADD CONSTRAINT "visa_inquiries_can_be_answered" CHECK ("visa_inquiries"."email" <> '' or "visa_inquiries"."phone" <> '');--> statement-breakpoint
DROP TYPE "public"."inquiry_service";--> statement-breakpoint
CREATE VIEW "public"."contact_inquiries" AS (select * from visa_inquiries);
