-- One list of required documents for each service (K-DOCS-2).
-- As in 0008: a running release locks the tiers of a service before the service.
lock table visa_pricing_tiers, visa_services, document_requirements in share row exclusive mode;--> statement-breakpoint
CREATE TABLE "removed_requirements" (
	"visa_service_id" uuid NOT NULL,
	"document_type" text NOT NULL,
	"document_name" text NOT NULL,
	"removed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "removed_requirements_visa_service_id_document_type_pk" PRIMARY KEY("visa_service_id","document_type")
);
--> statement-breakpoint
ALTER TABLE "document_requirements" ADD COLUMN "formats" text[] DEFAULT '{"pdf","jpg","jpeg","png","doc","docx"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "sample_of" uuid;--> statement-breakpoint
ALTER TABLE "removed_requirements" ADD CONSTRAINT "removed_requirements_visa_service_id_visa_services_id_fk" FOREIGN KEY ("visa_service_id") REFERENCES "public"."visa_services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_sample_of_document_requirements_id_fk" FOREIGN KEY ("sample_of") REFERENCES "public"."document_requirements"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_sample_of_index" ON "documents" USING btree ("sample_of");--> statement-breakpoint
ALTER TABLE "document_requirements" ADD CONSTRAINT "document_requirements_formats" CHECK (cardinality("document_requirements"."formats") > 0 and "document_requirements"."formats" <@ '{pdf,jpg,jpeg,png,doc,docx}'::text[]);
--> statement-breakpoint
create trigger document_requirements_changed after insert or update or delete or truncate on document_requirements
  for each statement execute function public_content_changed();
--> statement-breakpoint
-- A sample that was scanned later is shown from then on.
create trigger sample_scanned after update of scan on documents
  for each row when (new.sample_of is not null) execute function public_content_changed();
--> statement-breakpoint
-- The e-visa's first two stand as its page named them, where they are as they were delivered.
update document_requirements r set
  document_name = case r.document_type when 'photo' then 'Photograph' else 'Passport valid at least 6 months' end
from visa_services s
where s.id = r.visa_service_id and s.slug = 'bahamian-evisa'
  and (r.document_type, r.document_name) in (('passport_copy', 'Passport copy'), ('photo', 'Passport photograph'))
  and not exists (
    select 1 from document_requirements o where o.visa_service_id = s.id and o.id <> r.id
    and lower(o.document_name) in ('photograph', 'passport valid at least 6 months'));
--> statement-breakpoint
-- As the services' pages said it until now (`0010_texts.sql`).
update document_requirements
set description = 'Medical certificate issued within 30 days before filing, signed by a registered doctor.'
where description = 'Signed by a registered doctor and issued within the last 30 days before filing.';
--> statement-breakpoint
-- A service without a list gets one of its former texts: of a longer one the name ends before a word and before a fact
-- in braces, and the rest is the description. A text that stands there twice is one document; of two that begin alike the
-- second has all of it as its description.
with texts as (
  select s.id, t.n, btrim(regexp_replace(t.words, '\s+', ' ', 'g')) as words
  from visa_services s cross join unnest(s.requirements) with ordinality t (words, n)
  where not exists (select 1 from document_requirements r where r.visa_service_id = s.id)
), once as (
  select distinct on (id, lower(words)) id, n, words from texts where words <> '' order by id, lower(words), n
), named as (
  select id, n, words, case when length(words) <= 120 then words else coalesce(
    nullif(regexp_replace(left(regexp_replace(left(words, 121), '\s+\S*$', ''), 120), '\s*\{[^}]*$', ''), ''),
    left(words, 120)) end as name
  from once
), numbered as (
  select *, row_number() over (partition by id order by n) as place,
    row_number() over (partition by id, lower(name) order by n) as again
  from named
)
insert into document_requirements (visa_service_id, document_type, document_name, description, display_order)
select id, 'document_' || place, case again when 1 then name else left(name, 114) || ' (' || again || ')' end,
  case again when 1 then ltrim(substr(words, length(name) + 1)) else words end, place - 1
from numbered;
--> statement-breakpoint
update visa_services s set requirements = named.list
from (
  select v.id, coalesce(array_agg(r.document_name order by r.display_order, r.id) filter (where r.id is not null), '{}') as list
  from visa_services v left join document_requirements r on r.visa_service_id = v.id group by v.id
) named
where named.id = s.id and s.requirements <> named.list;
