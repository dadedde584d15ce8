-- Public pages are kept in memory by every instance. Whatever changes one of the tables that they read, SQL by hand
-- included, says so at commit; PostgreSQL tells it to all who listen, once for each table of a transaction.
create function public_content_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('public_content', tg_table_name);
  return null;
end $$;
--> statement-breakpoint
create trigger countries_changed after insert or update or delete or truncate on countries
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger service_categories_changed after insert or update or delete or truncate on service_categories
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger visa_services_changed after insert or update or delete or truncate on visa_services
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger visa_pricing_tiers_changed after insert or update or delete or truncate on visa_pricing_tiers
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger seo_metadata_changed after insert or update or delete or truncate on seo_metadata
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger blog_posts_changed after insert or update or delete or truncate on blog_posts
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger faqs_changed after insert or update or delete or truncate on faqs
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger forms_changed after insert or update or delete or truncate on forms
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger site_settings_changed after insert or update or delete or truncate on site_settings
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger google_reviews_changed after insert or update or delete or truncate on google_reviews
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger reviews_metadata_changed after insert or update or delete or truncate on reviews_metadata
  for each statement execute function public_content_changed();
