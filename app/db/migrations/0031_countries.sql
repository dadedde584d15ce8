-- The owner orders and hides countries and categories, and says more of a step than its title.
ALTER TABLE "countries" ADD COLUMN "display_order" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "countries" ADD COLUMN "is_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "service_categories" ADD COLUMN "is_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "country_form_configurations" ADD COLUMN "hint" text;--> statement-breakpoint
ALTER TABLE "country_form_configurations" ADD COLUMN "help" text;--> statement-breakpoint
-- Each instance keeps the steps of services: it hears of a change as of that of a page.
CREATE TRIGGER country_form_configurations_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "country_form_configurations"
  FOR EACH STATEMENT EXECUTE FUNCTION public_content_changed();--> statement-breakpoint
CREATE TRIGGER form_step_definitions_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "form_step_definitions"
  FOR EACH STATEMENT EXECUTE FUNCTION public_content_changed();
