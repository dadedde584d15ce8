-- Versions of what the owner publishes. What is public stays in the tables that public pages read (decision 0028).
CREATE TABLE "content_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"number" integer NOT NULL,
	"data" jsonb NOT NULL,
	"made_by" text,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"based_on" integer,
	"restored_from" integer,
	"published_at" timestamp with time zone,
	"published_by" text,
	"replaced_at" timestamp with time zone,
	"scheduled_for" timestamp with time zone,
	"scheduled_by" text,
	"not_published" text,
	CONSTRAINT "content_versions_kind_key_number_unique" UNIQUE("kind","key","number"),
	CONSTRAINT "content_versions_published_once" CHECK ("published_at" is null or "scheduled_for" is null),
	CONSTRAINT "content_versions_replaced_was_public" CHECK ("replaced_at" is null or "published_at" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "content_versions_public" ON "content_versions" USING btree ("kind","key") WHERE published_at is not null and replaced_at is null;--> statement-breakpoint
CREATE INDEX "content_versions_scheduled" ON "content_versions" USING btree ("scheduled_for") WHERE scheduled_for is not null;--> statement-breakpoint
-- No version is ever changed or deleted (O-EDIT-10): only when it is public changes.
CREATE FUNCTION keep_content_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'UPDATE' AND to_jsonb(new) - '{published_at,published_by,replaced_at,scheduled_for,scheduled_by,not_published}'::text[]
    = to_jsonb(old) - '{published_at,published_by,replaced_at,scheduled_for,scheduled_by,not_published}'::text[] THEN
    RETURN new;
  END IF;
  RAISE EXCEPTION 'versions of the content are kept as they are' USING errcode = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER content_versions_kept BEFORE UPDATE OR DELETE ON "content_versions"
  FOR EACH ROW EXECUTE FUNCTION keep_content_version();
