-- Pictures of the owner. A picture is for staff until a version that is public names its address.
CREATE TABLE "pictures" (
	"id" text PRIMARY KEY NOT NULL,
	"format" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"byte_size" integer NOT NULL,
	"storage_key" text NOT NULL,
	"uploaded_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pictures_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "pictures_id_form" CHECK ("id" ~ '^[0-9a-f]{32}$'),
	CONSTRAINT "pictures_format_known" CHECK ("format" in ('jpg', 'png', 'webp'))
);
--> statement-breakpoint
-- The ids of the pictures that a version names, whatever its kind and wherever in it they stand.
CREATE FUNCTION pictures_in(data jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT found[1]), '{}') FROM regexp_matches(data::text, '/pictures/([0-9a-f]{32})-', 'g') found
$$;--> statement-breakpoint
CREATE INDEX "content_versions_pictures" ON "content_versions" USING gin (pictures_in("data"));--> statement-breakpoint
-- A post as the editor keeps it; one from before has its plain text alone.
ALTER TABLE "blog_posts" ADD COLUMN "body" jsonb;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "featured_image_alt" text;--> statement-breakpoint
CREATE INDEX "blog_posts_tags_index" ON "blog_posts" USING gin ("tags");--> statement-breakpoint
-- Former addresses of posts, which lead to the present one for good (O-POST-3).
CREATE TABLE "post_addresses" (
	"slug" text PRIMARY KEY NOT NULL,
	"post_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "post_addresses_slug_form" CHECK ("slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
--> statement-breakpoint
ALTER TABLE "post_addresses" ADD CONSTRAINT "post_addresses_post_id_blog_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."blog_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_addresses_post_id_index" ON "post_addresses" USING btree ("post_id");--> statement-breakpoint
CREATE TRIGGER post_addresses_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON post_addresses
  FOR EACH STATEMENT EXECUTE FUNCTION public_content_changed();
