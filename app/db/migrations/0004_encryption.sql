CREATE TABLE "data_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid,
	"inquiry_id" uuid,
	"wrapped" text NOT NULL,
	"wrapped_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "data_keys_applicationId_unique" UNIQUE("application_id"),
	CONSTRAINT "data_keys_inquiryId_unique" UNIQUE("inquiry_id"),
	CONSTRAINT "data_keys_one_owner" CHECK (num_nonnulls("data_keys"."application_id", "data_keys"."inquiry_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "answer_digests" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "passport_digests" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "is_encrypted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "file_key" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "file_key_by" text;--> statement-breakpoint
ALTER TABLE "data_keys" ADD CONSTRAINT "data_keys_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_keys" ADD CONSTRAINT "data_keys_inquiry_id_visa_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."visa_inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_keys_wrapped_by_id_index" ON "data_keys" USING btree ("wrapped_by","id");--> statement-breakpoint
CREATE INDEX "visa_applications_passport" ON "visa_applications" USING gin ("passport_digests");--> statement-breakpoint
CREATE INDEX "visa_applications_not_encrypted" ON "visa_applications" USING btree ("id") WHERE not "visa_applications"."is_encrypted";--> statement-breakpoint
CREATE INDEX "documents_not_encrypted" ON "documents" USING btree ("id") WHERE file_key is null and scan <> 'infected';--> statement-breakpoint
CREATE INDEX "documents_key_of_its_own" ON "documents" USING btree ("file_key_by","id") WHERE file_key_by is not null;
--> statement-breakpoint
-- What was signed stays as it was signed. The one change that is let through puts an encrypted answer in the place of a
-- readable one: `{"sealed": …}`.
create function keep_what_was_signed() returns trigger language plpgsql as $$
declare
  kept boolean;
begin
  select (to_jsonb(new) - 'steps') = (to_jsonb(old) - 'steps') and not exists (
    select from jsonb_array_elements(old.steps) with ordinality before (step, place)
    full join jsonb_array_elements(new.steps) with ordinality after (step, place) using (place)
    where before.step - 'answers' is distinct from after.step - 'answers' or exists (
      select from jsonb_array_elements(before.step -> 'answers') with ordinality was (one, nth)
      full join jsonb_array_elements(after.step -> 'answers') with ordinality is_now (one, nth) using (nth)
      where was.one - 'answer' is distinct from is_now.one - 'answer'
        or (was.one -> 'answer' is distinct from is_now.one -> 'answer' and (
          jsonb_typeof(is_now.one #> '{answer,sealed}') is distinct from 'string'
          or jsonb_typeof(was.one -> 'answer') is not distinct from 'object'))))
  into kept;
  if kept then return new; end if;
  raise exception 'rows of % are immutable', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
drop trigger application_submissions_immutable on application_submissions;
--> statement-breakpoint
create trigger application_submissions_immutable before update on application_submissions
  for each row execute function keep_what_was_signed();
--> statement-breakpoint
drop function refuse_update();
