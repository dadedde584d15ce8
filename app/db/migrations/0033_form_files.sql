-- Files of the forms library, which staff replace. A file that waits for its scan takes the place of the former one after it.
CREATE TABLE "form_files" (
	"storage_key" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"size" text NOT NULL,
	"scan" "document_scan" DEFAULT 'not_scanned' NOT NULL,
	"virus" text,
	"uploaded_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "form_files_waiting" ON "form_files" USING btree ("created_at") WHERE scan = 'waiting';--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "waiting_file_key" text;--> statement-breakpoint
-- Those that were delivered.
INSERT INTO "form_files" ("storage_key", "name", "size")
  SELECT DISTINCT ON (file_key) file_key, regexp_replace(file_key, '^.*/', ''), coalesce(file_size, '')
  FROM forms WHERE file_key IS NOT NULL ORDER BY file_key;
