-- What is public of home and page texts; without a row the delivered words stand.
CREATE TABLE "content_published" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"data" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_published_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE TRIGGER content_published_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "content_published"
  FOR EACH STATEMENT EXECUTE FUNCTION public_content_changed();--> statement-breakpoint
-- The facts of a service or a price as they were when it was deleted: public texts that name it keep them (O-FACT-4).
CREATE TABLE "gone_facts" (
	"slug" text NOT NULL,
	"tier" text DEFAULT '' NOT NULL,
	"facts" jsonb NOT NULL,
	"gone_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gone_facts_slug_tier_pk" PRIMARY KEY("slug","tier")
);
--> statement-breakpoint
CREATE FUNCTION keep_gone_tier(slug text, t visa_pricing_tiers) RETURNS void LANGUAGE sql AS $$
  INSERT INTO gone_facts (slug, tier, facts) VALUES (slug, t.tier_name, jsonb_build_object(
    'total', t.total_price::text, 'governmentFee', t.government_fee::text, 'serviceFee', t.service_fee::text))
  ON CONFLICT ON CONSTRAINT gone_facts_slug_tier_pk DO UPDATE SET facts = excluded.facts, gone_at = now();
$$;--> statement-breakpoint
-- Its prices go with a service: by then nobody could say of which they were.
CREATE FUNCTION keep_gone_service() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO gone_facts (slug, facts) VALUES (old.slug, jsonb_build_object(
    'name', old.service_name, 'totalPrice', old.total_price::text, 'governmentFee', old.government_fee::text,
    'serviceFee', old.service_fee::text, 'feeRecipient', old.fee_recipient, 'furtherFee', old.further_fee,
    'processingTime', old.processing_time, 'maxStay', old.max_stay, 'validityPeriod', old.validity_period))
  ON CONFLICT ON CONSTRAINT gone_facts_slug_tier_pk DO UPDATE SET facts = excluded.facts, gone_at = now();
  PERFORM keep_gone_tier(old.slug, t) FROM visa_pricing_tiers t WHERE t.service_id = old.id ORDER BY t.total_price DESC;
  RETURN old;
END $$;--> statement-breakpoint
CREATE TRIGGER visa_services_gone BEFORE DELETE ON "visa_services"
  FOR EACH ROW EXECUTE FUNCTION keep_gone_service();--> statement-breakpoint
CREATE FUNCTION keep_gone_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_gone_tier(s.slug, old) FROM visa_services s WHERE s.id = old.service_id;
  RETURN old;
END $$;--> statement-breakpoint
CREATE TRIGGER visa_pricing_tiers_gone BEFORE DELETE ON "visa_pricing_tiers"
  FOR EACH ROW EXECUTE FUNCTION keep_gone_price();--> statement-breakpoint
-- Delivered texts say the figures and promises of home as facts (O-FACT-2); what staff worded otherwise stays.
UPDATE seo_metadata SET description = 'Visa and immigration consultants in Nassau: {figure:approval} approval rate of the applications we filed{approval-period}. Free consultation, an answer within {response}.'
  WHERE page_path = '/' AND description = 'Visa and immigration consultants in Nassau: 99% approval rate of the applications we filed{approval-period}. Free consultation, an answer within one business day.';--> statement-breakpoint
UPDATE seo_metadata SET description = 'Meet the seven people who read your file before an officer does: a Nassau consultancy with {figure:experience} years of experience and {figure:clients} clients.'
  WHERE page_path = '/about' AND description = 'Meet the seven people who read your file before an officer does: a Nassau consultancy with 15+ years of experience and 5000+ clients.';--> statement-breakpoint
UPDATE seo_metadata SET title = 'Contact: Free {figure:consultation} Consultation | Lucaya'
  WHERE page_path = '/contact' AND title = 'Contact: Free 30-Minute Consultation | Lucaya';--> statement-breakpoint
UPDATE seo_metadata SET description = 'Tell us where you want to go. A consultant in Nassau answers within {response}, and the first {consultation} are free. Email, phone or WhatsApp.'
  WHERE page_path = '/contact' AND description = 'Tell us where you want to go. A consultant in Nassau answers within one business day, and the first 30 minutes are free. Email, phone or WhatsApp.';--> statement-breakpoint
UPDATE seo_metadata SET description = 'What we collect, why, who sees it, how it is protected and how long it is kept: our privacy policy, in plain words.'
  WHERE page_path = '/privacy-policy' AND description = 'What we collect, why, who sees it, how it is protected and how long it is kept: our privacy policy, last updated October 11, 2025.';--> statement-breakpoint
UPDATE faqs SET question = 'What happens in the free consultation?'
  WHERE question = 'What happens in the free 30-minute consultation?'
    AND NOT EXISTS (SELECT FROM faqs WHERE question = 'What happens in the free consultation?');--> statement-breakpoint
UPDATE faqs SET answer = replace(answer, 'Within one business day. Our office', 'Within {response}. Our office')
  WHERE question = 'How quickly do you answer?';--> statement-breakpoint
UPDATE faqs SET answer = replace(answer, 'Visitor visas take 7–14 days on average', 'Visitor visas take {figure:processing} on average')
  WHERE question = 'How long does a visa usually take?';--> statement-breakpoint
UPDATE blog_posts SET content = replace(replace(content, 'The first conversation takes 30 minutes and is free.', 'The first conversation takes {consultation} and is free.'),
    'and we do it within one business day.', 'and we do it within {response}.')
  WHERE content LIKE '%The first conversation takes 30 minutes and is free.%' OR content LIKE '%and we do it within one business day.%';--> statement-breakpoint
UPDATE visa_services SET
    faqs = replace(faqs::text, 'and answer within one business day, at no charge', 'and answer within {response}, at no charge')::jsonb,
    application_steps = replace(application_steps::text, 'A free 30-minute conversation with', 'A free {figure:consultation} conversation with')::jsonb
  WHERE faqs::text LIKE '%and answer within one business day, at no charge%' OR application_steps::text LIKE '%A free 30-minute conversation with%';
