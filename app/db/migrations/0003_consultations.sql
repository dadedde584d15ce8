CREATE TABLE "blocked_times" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"admin_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"made_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blocked_times_order" CHECK ("blocked_times"."ends_at" > "blocked_times"."starts_at"),
	CONSTRAINT "blocked_times_note_length" CHECK (char_length("blocked_times"."note") <= 120)
);
--> statement-breakpoint
CREATE TABLE "consultation_cells" (
	"admin_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"consultation_id" uuid NOT NULL,
	CONSTRAINT "consultation_cells_admin_id_starts_at_pk" PRIMARY KEY("admin_id","starts_at")
);
--> statement-breakpoint
CREATE TABLE "consultations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"inquiry_id" uuid,
	"admin_id" uuid,
	"day" date NOT NULL,
	"time" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"minutes" integer NOT NULL,
	"change_hours" integer DEFAULT 4 NOT NULL,
	"way" text NOT NULL,
	"state" text DEFAULT 'unconfirmed' NOT NULL,
	"unconfirmed_until" timestamp with time zone,
	"name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"topic" text DEFAULT '' NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"zone" text NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"link_secret" uuid DEFAULT gen_random_uuid() NOT NULL,
	"history" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"day_reminder_at" timestamp with time zone,
	"hours_reminder_at" timestamp with time zone,
	"outcome" text,
	"outcome_at" timestamp with time zone,
	"outcome_by" text,
	"attempt_key" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consultations_inquiryId_unique" UNIQUE("inquiry_id"),
	CONSTRAINT "consultations_attemptKey_unique" UNIQUE("attempt_key"),
	CONSTRAINT "consultations_minutes" CHECK ("consultations"."minutes" between 5 and 480),
	CONSTRAINT "consultations_change_hours" CHECK ("consultations"."change_hours" between 0 and 72),
	CONSTRAINT "consultations_way_known" CHECK ("consultations"."way" in ('phone', 'whatsapp', 'office')),
	CONSTRAINT "consultations_state_known" CHECK ("consultations"."state" in ('unconfirmed', 'booked', 'canceled')),
	CONSTRAINT "consultations_outcome_known" CHECK ("consultations"."outcome" in ('took_place', 'no_show')),
	CONSTRAINT "consultations_outcome_whole" CHECK (num_nonnulls("consultations"."outcome", "consultations"."outcome_at", "consultations"."outcome_by") in (0, 3)),
	CONSTRAINT "consultations_booked_has_inquiry" CHECK ("consultations"."state" <> 'booked' or "consultations"."inquiry_id" is not null),
	CONSTRAINT "consultations_about_length" CHECK (char_length("consultations"."about") <= 150)
);
--> statement-breakpoint
ALTER TABLE "admin_users" ADD COLUMN "consultation_hours" jsonb;--> statement-breakpoint
ALTER TABLE "appointments" ADD COLUMN "staff_id" uuid;--> statement-breakpoint
ALTER TABLE "blocked_times" ADD CONSTRAINT "blocked_times_admin_id_admin_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admin_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consultation_cells" ADD CONSTRAINT "consultation_cells_admin_id_admin_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admin_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consultation_cells" ADD CONSTRAINT "consultation_cells_consultation_id_consultations_id_fk" FOREIGN KEY ("consultation_id") REFERENCES "public"."consultations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consultations" ADD CONSTRAINT "consultations_inquiry_id_visa_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."visa_inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consultations" ADD CONSTRAINT "consultations_admin_id_admin_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admin_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blocked_times_admin_id_ends_at_index" ON "blocked_times" USING btree ("admin_id","ends_at");--> statement-breakpoint
CREATE INDEX "blocked_times_ends_at_index" ON "blocked_times" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "consultation_cells_consultation_id_index" ON "consultation_cells" USING btree ("consultation_id");--> statement-breakpoint
CREATE INDEX "consultations_admin_id_starts_at_index" ON "consultations" USING btree ("admin_id","starts_at");--> statement-breakpoint
CREATE INDEX "consultations_booked" ON "consultations" USING btree ("starts_at","id") WHERE state = 'booked';--> statement-breakpoint
CREATE INDEX "consultations_unconfirmed" ON "consultations" USING btree ("created_at","id") WHERE inquiry_id is null;--> statement-breakpoint
CREATE INDEX "consultations_unconfirmed_email" ON "consultations" USING btree (lower("email")) WHERE state = 'unconfirmed';--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_staff_id_admin_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."admin_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "appointments_of_staff" ON "appointments" USING btree ("staff_id","starts_at") WHERE "appointments"."staff_id" is not null;
--> statement-breakpoint
create trigger consultation_hours_changed after update of consultation_hours, is_active or delete on admin_users
  for each statement execute function public_content_changed();
