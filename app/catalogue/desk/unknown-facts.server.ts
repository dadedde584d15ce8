import { sql } from "drizzle-orm";
import { factsOf, mapStrings, readFacts } from "~/content/facts/facts.server";
import { type Facts, type ServiceFacts, unknownFacts } from "~/content/facts/texts";
import type { Queryable } from "~/db/client.server";
import type { serviceOf } from "./service-form";
import { type FieldName, type FieldProblem, fieldNames } from "./service-form";

type Service = Extract<ReturnType<typeof serviceOf>, { ok: true }>["service"];

/** The facts as they will be once this service is stored, and its own; `id` if it is stored already. */
export async function factsWith(
  from: Queryable,
  service: Service,
  id?: string,
): Promise<{ facts: Facts; own: ServiceFacts }> {
  const stored = await readFacts(from);
  const tiers = service.visaSubtypes
    .map(({ name, govFee, serviceFee, total }) => ({
      ...{ tierName: name, total: total.toFixed(2) },
      ...{ governmentFee: govFee.toFixed(2), serviceFee: serviceFee.toFixed(2) },
    }))
    .toSorted((a, b) => Number(a.total) - Number(b.total));
  const totalPrice = (Number(service.governmentFee) + Number(service.serviceFee)).toFixed(2);
  const own = factsOf({ ...service, id: id ?? "", name: service.serviceName, totalPrice }, tiers);
  const otherServices = [...stored.services].filter(([, service]) => service.id !== id);
  return { facts: { ...stored, services: new Map([...otherServices, [service.slug, own]]) }, own };
}

/** One problem for each field that names an unknown fact, such as the price of a deleted service. */
export function unknownIn(service: Service, facts: Facts, own: ServiceFacts, fields = fieldNames): FieldProblem[] {
  return fields.flatMap((field: FieldName) => {
    const unknown: string[] = [];
    mapStrings(service[field], (text) => {
      unknown.push(...unknownFacts(text, facts, own));
      return text;
    });
    return unknown[0] === undefined ? [] : [{ field, message: `You can’t use ${unknown[0]} in this text` }];
  });
}

/** The text as it appears within JSON, where quotes and backslashes are escaped. */
const asInJson = (text: string) => JSON.stringify(text).slice(1, -1);

/**
 * The name of a text outside this service that would lose a fact of it, `:slug` or `:slug/tier name`; undefined if
 * there is none.
 */
export async function textNaming(tx: Queryable, serviceId: string, named: string): Promise<string | undefined> {
  const ends = named.includes("/") ? ["}"] : ["}", "/"];
  const holds = sql.join(
    ends.map((end) => sql`position(${asInJson(`:${named}${end}`)} in content) > 0`),
    sql` or `,
  );
  const { rows } = await tx.execute<{ name: string }>(sql`
    select name from (
      select service_name as name, to_jsonb(s)::text as content from visa_services s where id <> ${serviceId}
      union all select t.tier_name, to_jsonb(t.description)::text from visa_pricing_tiers t where service_id <> ${serviceId}
      union all select document_name, to_jsonb(r)::text from document_requirements r where visa_service_id <> ${serviceId}
      union all select question, to_jsonb(f)::text from faqs f
      union all select title, to_jsonb(p)::text from blog_posts p
      union all select 'metadata of ' || page_path, to_jsonb(m)::text from seo_metadata m
      union all select case kind when 'pages' then 'page ' || key else kind end, data::text from content_published
    ) texts where ${holds} order by name limit 1`);
  return rows[0]?.name;
}
