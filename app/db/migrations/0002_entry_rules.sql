CREATE TABLE "entry_rule_passports" (
	"rule_id" uuid NOT NULL,
	"destination_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"passport" text NOT NULL,
	CONSTRAINT "entry_rule_passports_one_rule" PRIMARY KEY("destination_id","purpose","passport"),
	CONSTRAINT "entry_rule_passports_form" CHECK ("entry_rule_passports"."passport" ~ '^([A-Z]{2}|XXA|[*])$')
);
--> statement-breakpoint
CREATE TABLE "entry_rules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"destination_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"answer" text NOT NULL,
	"otherwise_answer" text,
	"stay" text,
	"conditions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"official_page" text,
	"source_name" text NOT NULL,
	"source_url" text NOT NULL,
	"source_dated" date,
	"checked_on" date,
	"review_days" integer DEFAULT 90 NOT NULL,
	"service" jsonb,
	"not_needed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	CONSTRAINT "entry_rules_subject" UNIQUE("id","destination_id","purpose"),
	CONSTRAINT "entry_rules_purpose_known" CHECK ("entry_rules"."purpose" in ('visit', 'transit', 'study', 'work')),
	CONSTRAINT "entry_rules_answer_known" CHECK ("entry_rules"."answer" in ('visa_free', 'eta', 'evisa', 'on_arrival', 'required', 'depends', 'suspended')),
	CONSTRAINT "entry_rules_otherwise_known" CHECK ("entry_rules"."otherwise_answer" in ('visa_free', 'eta', 'evisa', 'on_arrival', 'required', 'depends', 'suspended')),
	CONSTRAINT "entry_rules_depends" CHECK (("entry_rules"."answer" = 'depends') = ("entry_rules"."otherwise_answer" is not null)),
	CONSTRAINT "entry_rules_review_days" CHECK ("entry_rules"."review_days" between 7 and 365),
	CONSTRAINT "entry_rules_source_form" CHECK ("entry_rules"."source_url" like 'https://_%'),
	CONSTRAINT "entry_rules_official_page_form" CHECK ("entry_rules"."official_page" like 'https://_%')
);
--> statement-breakpoint
ALTER TABLE "entry_rule_passports" ADD CONSTRAINT "entry_rule_passports_rule" FOREIGN KEY ("rule_id","destination_id","purpose") REFERENCES "public"."entry_rules"("id","destination_id","purpose") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_rules" ADD CONSTRAINT "entry_rules_destination_id_countries_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."countries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entry_rule_passports_rule_id_index" ON "entry_rule_passports" USING btree ("rule_id");--> statement-breakpoint
CREATE INDEX "entry_rules_destination_id_index" ON "entry_rules" USING btree ("destination_id");--> statement-breakpoint
create trigger entry_rules_changed after insert or update or delete or truncate on entry_rules
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger entry_rule_passports_changed after insert or update or delete or truncate on entry_rule_passports
  for each statement execute function public_content_changed();
