CREATE TYPE "public"."document_scan" AS ENUM('not_scanned', 'waiting', 'clean', 'infected');--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "scan" "document_scan" DEFAULT 'not_scanned' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "virus" text;