-- In this order: a running release locks the tiers of a service before the service.
lock table visa_pricing_tiers, visa_services, faqs, blog_posts, visa_inquiries in access exclusive mode;--> statement-breakpoint
ALTER TABLE "visa_services" ADD COLUMN "processing_time_list" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "visa_pricing_tiers" ADD COLUMN "government_fee" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "visa_pricing_tiers" ADD COLUMN "service_fee" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "visa_services" ADD COLUMN "fee_recipient" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "visa_services" ADD COLUMN "further_fee" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "visa_services" ADD COLUMN "checked_on" date;--> statement-breakpoint
ALTER TABLE "visa_services" ADD COLUMN "official_source" text;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "names_rules" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "checked_on" date;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "official_source" text;--> statement-breakpoint
ALTER TABLE "faqs" ADD COLUMN "names_rules" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "faqs" ADD COLUMN "checked_on" date;--> statement-breakpoint
ALTER TABLE "faqs" ADD COLUMN "official_source" text;--> statement-breakpoint
ALTER TABLE "visa_inquiries" ADD COLUMN "promised_by" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "visa_pricing_tiers" ADD CONSTRAINT "visa_pricing_tiers_fees_not_negative" CHECK ("visa_pricing_tiers"."government_fee" >= 0 and "visa_pricing_tiers"."service_fee" >= 0);--> statement-breakpoint
ALTER TABLE "visa_pricing_tiers" ADD CONSTRAINT "visa_pricing_tiers_sum" CHECK ("visa_pricing_tiers"."total_price" = "visa_pricing_tiers"."government_fee" + "visa_pricing_tiers"."service_fee");--> statement-breakpoint
ALTER TABLE "visa_services" ADD CONSTRAINT "visa_services_checked_with_source" CHECK (num_nonnulls("visa_services"."checked_on", "visa_services"."official_source") <> 1);--> statement-breakpoint
ALTER TABLE "visa_services" ADD CONSTRAINT "visa_services_source_form" CHECK ("visa_services"."official_source" like 'https://_%');--> statement-breakpoint
ALTER TABLE "blog_posts" ADD CONSTRAINT "blog_posts_source_form" CHECK ("blog_posts"."official_source" like 'https://_%');--> statement-breakpoint
ALTER TABLE "faqs" ADD CONSTRAINT "faqs_source_form" CHECK ("faqs"."official_source" like 'https://_%');
--> statement-breakpoint
-- A tier's total is the sum of its fees. The previous release writes the total alone: the fees then are those of the
-- subtype of that name and total, or unknown. A total that is changed alone makes them unknown in the same way.
create function keep_tier_sum() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.total_price <> old.total_price
    and (new.government_fee, new.service_fee) is not distinct from (old.government_fee, old.service_fee) then
    new.government_fee := null;
    new.service_fee := null;
  end if;
  if num_nulls(new.government_fee, new.service_fee) > 0 then
    select (t ->> 'govFee')::numeric(10, 2), (t ->> 'serviceFee')::numeric(10, 2)
    into new.government_fee, new.service_fee
    from visa_services s
    cross join jsonb_array_elements(case jsonb_typeof(s.visa_subtypes) when 'array' then s.visa_subtypes else '[]' end) t
    where s.id = new.service_id and t ->> 'name' = new.tier_name
      and case when t ->> 'govFee' ~ '^\d{1,7}(\.\d+)?$' and t ->> 'serviceFee' ~ '^\d{1,7}(\.\d+)?$'
        then (t ->> 'govFee')::numeric(10, 2) + (t ->> 'serviceFee')::numeric(10, 2) = new.total_price
        else false end
    limit 1;
  else
    new.total_price := new.government_fee + new.service_fee;
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger visa_pricing_tiers_sum before insert or update on visa_pricing_tiers
  for each row execute function keep_tier_sum();
--> statement-breakpoint
update visa_pricing_tiers set total_price = total_price;
--> statement-breakpoint
-- The times of a service in their order, and the object of label to time that the previous release reads and writes:
-- whichever is written makes the other. An object has its order of storage; times that are no text stay to be mended.
create function keep_processing_times() returns trigger language plpgsql as $$
begin
  if new.processing_time_list <> '[]' and (tg_op = 'INSERT' or new.processing_time_list <> old.processing_time_list)
    or tg_op = 'UPDATE' and new.processing_time_list <> old.processing_time_list then
    select coalesce(jsonb_object_agg(t ->> 'label', t -> 'time') filter (where t ->> 'label' is not null), '{}')
    into new.processing_times
    from jsonb_array_elements(
      case jsonb_typeof(new.processing_time_list) when 'array' then new.processing_time_list else '[]' end) t;
  elsif tg_op = 'INSERT' or new.processing_times <> old.processing_times then
    select coalesce(jsonb_agg(jsonb_build_object('label', key, 'time', value) order by place), '[]')
    into new.processing_time_list
    from jsonb_each(case jsonb_typeof(new.processing_times) when 'object' then new.processing_times else '{}' end)
      with ordinality as times (key, value, place);
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger visa_services_processing_times before insert or update on visa_services
  for each row execute function keep_processing_times();
--> statement-breakpoint
update visa_services set processing_time_list = coalesce(
  (select jsonb_agg(jsonb_build_object('label', key, 'time', value) order by place)
    from jsonb_each(case jsonb_typeof(processing_times) when 'object' then processing_times else '{}' end)
      with ordinality as times (key, value, place)), '[]');
--> statement-breakpoint
-- Starter questions that name neither a fee nor a threshold nor a rule of a government.
update faqs set names_rules = false where question in (
  'What happens in the free 30-minute consultation?',
  'How quickly do you answer?',
  'Can I apply without coming to your office?',
  'Do you help people who live outside the Bahamas?',
  'How long does a visa usually take?',
  'What does the total price include?',
  'When do I pay?',
  'Which cards do you accept?',
  'Why can a government fee differ from the one on your page?',
  'Can I photograph my documents with a phone?',
  'Do I have to finish the application in one sitting?',
  'I lost the link to my application. What now?',
  'Can I change something after I have submitted?',
  'Who can see my answers and documents?',
  'What should I check when the visa arrives?',
  'My visa was refused. What can I do?',
  'Does a visa guarantee that I will be let in?'
);
