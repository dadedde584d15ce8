-- Filters and saved views of the lists.
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"list" text NOT NULL,
	"admin_id" uuid NOT NULL,
	"name" text NOT NULL,
	"search" text NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone,
	CONSTRAINT "saved_views_list_known" CHECK ("saved_views"."list" in ('applications', 'inquiries')),
	CONSTRAINT "saved_views_named" CHECK (char_length("saved_views"."name") between 1 and 60)
);
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_admin_id_admin_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admin_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_own_names" ON "saved_views" USING btree ("admin_id","list",lower("name"));--> statement-breakpoint
CREATE INDEX "saved_views_shared" ON "saved_views" USING btree ("list") WHERE "saved_views"."is_shared";--> statement-breakpoint
CREATE INDEX "visa_applications_visa_service_id_created_at_id_index" ON "visa_applications" USING btree ("visa_service_id","created_at","id");--> statement-breakpoint
CREATE INDEX "visa_applications_payment_status_created_at_id_index" ON "visa_applications" USING btree ("payment_status","created_at","id");--> statement-breakpoint
CREATE INDEX "visa_applications_turn" ON "visa_applications" USING btree ("turn","created_at","id") WHERE "visa_applications"."turn" is not null;--> statement-breakpoint
CREATE INDEX "visa_inquiries_residence_country_created_at_id_index" ON "visa_inquiries" USING btree ("residence_country","created_at","id");--> statement-breakpoint
CREATE INDEX "visa_inquiries_unanswered" ON "visa_inquiries" USING btree ("created_at","id") WHERE "visa_inquiries"."answered_at" is null and "visa_inquiries"."status" in ('new', 'in_review');--> statement-breakpoint
-- How many there are of each combination of what the lists filter by, so that no filter counts a million rows.
create trigger count_applications_by_facets_added after insert on visa_applications referencing new table as added
  for each statement execute function count_rows('applications by facets', 'jsonb_build_array(status, visa_service_id, owner_id, payment_status, turn)::text');
--> statement-breakpoint
create trigger count_applications_by_facets_gone after delete on visa_applications referencing old table as gone
  for each statement execute function count_rows('applications by facets', 'jsonb_build_array(status, visa_service_id, owner_id, payment_status, turn)::text');
--> statement-breakpoint
create trigger count_applications_by_facets_emptied after truncate on visa_applications
  for each statement execute function count_rows('applications by facets', '');
--> statement-breakpoint
create function count_moved_facets_of_application() returns trigger language plpgsql as $$
begin
  insert into row_counts (subject, key, n) values
    ('applications by facets', jsonb_build_array(old.status, old.visa_service_id, old.owner_id, old.payment_status, old.turn)::text, -1),
    ('applications by facets', jsonb_build_array(new.status, new.visa_service_id, new.owner_id, new.payment_status, new.turn)::text, 1);
  return null;
end $$;
--> statement-breakpoint
create trigger count_applications_by_facets_moved
  after update of status, visa_service_id, owner_id, payment_status, turn on visa_applications
  for each row when (
    (old.status, old.visa_service_id, old.owner_id, old.payment_status, old.turn)
    is distinct from (new.status, new.visa_service_id, new.owner_id, new.payment_status, new.turn)
  ) execute function count_moved_facets_of_application();
--> statement-breakpoint
create trigger count_inquiries_by_facets_added after insert on visa_inquiries referencing new table as added
  for each statement execute function count_rows('inquiries by facets', 'jsonb_build_array(status, visa_service, owner_id, priority, answered_at is null)::text');
--> statement-breakpoint
create trigger count_inquiries_by_facets_gone after delete on visa_inquiries referencing old table as gone
  for each statement execute function count_rows('inquiries by facets', 'jsonb_build_array(status, visa_service, owner_id, priority, answered_at is null)::text');
--> statement-breakpoint
create trigger count_inquiries_by_facets_emptied after truncate on visa_inquiries
  for each statement execute function count_rows('inquiries by facets', '');
--> statement-breakpoint
create function count_moved_facets_of_inquiry() returns trigger language plpgsql as $$
begin
  insert into row_counts (subject, key, n) values
    ('inquiries by facets', jsonb_build_array(old.status, old.visa_service, old.owner_id, old.priority, old.answered_at is null)::text, -1),
    ('inquiries by facets', jsonb_build_array(new.status, new.visa_service, new.owner_id, new.priority, new.answered_at is null)::text, 1);
  return null;
end $$;
--> statement-breakpoint
create trigger count_inquiries_by_facets_moved
  after update of status, visa_service, owner_id, priority, answered_at on visa_inquiries
  for each row when (
    (old.status, old.visa_service, old.owner_id, old.priority, old.answered_at is null)
    is distinct from (new.status, new.visa_service, new.owner_id, new.priority, new.answered_at is null)
  ) execute function count_moved_facets_of_inquiry();
--> statement-breakpoint
insert into row_counts (subject, key, n)
  select 'applications by facets', jsonb_build_array(status, visa_service_id, owner_id, payment_status, turn)::text, count(*)
  from visa_applications group by 2;
--> statement-breakpoint
insert into row_counts (subject, key, n)
  select 'inquiries by facets', jsonb_build_array(status, visa_service, owner_id, priority, answered_at is null)::text, count(*)
  from visa_inquiries group by 2;
