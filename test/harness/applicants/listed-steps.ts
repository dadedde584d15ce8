import type { Queried } from "../app-server";
import { textOfHtml } from "../form-fields";
import type { HttpClient } from "../http-client";

export async function serviceOf(app: Queried, slug: string): Promise<{ id: string; country: string }> {
  const [row] = await app.query<{ id: string; country: string }>(
    "select id, country_id as country from visa_services where slug = $1",
    [slug],
  );
  if (!row) throw new Error(slug);
  return row;
}

export const serviceId = async (app: Queried, slug: string): Promise<string> => (await serviceOf(app, slug)).id;

const itemsOf = (html: string) =>
  [...(/<ol[\s\S]*?<\/ol>/.exec(html)?.[0] ?? "").matchAll(/<li[\s\S]*?<\/li>/g)].map(([item]) => textOfHtml(item));

/** The text of a start page and the steps that it lists, such as `8 Bahamas Employment Add-on 5 min`. */
export async function listedSteps(client: HttpClient, service: string) {
  const html = await (await client.get(`/apply?service=${service}`)).text();
  const steps = itemsOf(html.slice(html.indexOf('id="steps"'))).map((item) => {
    const [, title = "", addOn, minutes] = /^\d+ (.*?)( Add-on)?(?: (\d+) min)?$/.exec(item) ?? [];
    return { title, isAddOn: addOn !== undefined, minutes: minutes && Number(minutes) };
  });
  return { html, text: textOfHtml(html), steps };
}

/** The steps that the wizard lists for a new application of the service, and its page's text. */
export async function wizardSteps(client: HttpClient, service: string) {
  const id = await client.start(`conf.${crypto.randomUUID().slice(0, 8)}@mail.example`, { service });
  await client.app.query("update visa_applications set furthest_step = 13, total_steps = 13 where id = $1", [id]);
  const html = await (await client.get(`/apply/${id}`)).text();
  return { id, titles: itemsOf(html.slice(html.indexOf("Steps of the application"))), text: textOfHtml(html) };
}

/** Renames a table while `look` runs, as if it couldn't be read. */
export async function withoutTable(app: Queried, table: string, look: () => Promise<void>): Promise<void> {
  await app.query(`alter table ${table} rename to away`);
  try {
    await look();
  } finally {
    await app.query(`alter table away rename to ${table}`);
  }
}
