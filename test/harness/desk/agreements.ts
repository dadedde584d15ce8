import { randomUUID } from "node:crypto";
import type { AppServer } from "../app-server";

type Query = Pick<AppServer, "query">;

const text = [
  { heading: "What we do" },
  {
    paragraphs: ["We prepare and file your application for {service}.", "Our fee is {our fee}, and the total {total}."],
  },
];

/** A published template, chosen for a service; returns its id. */
export async function publishAgreement(
  { query }: Query,
  serviceId: string,
  { workBeginsSigned = true, offered = "after", blocks = text as unknown[], version = 1 } = {},
): Promise<string> {
  const template = { name: "Engagement agreement", title: "Engagement agreement", version };
  const id = await insert({ query }, "agreement_templates", { ...template, blocks: JSON.stringify(blocks) });
  await query(
    "update visa_services set agreement_id = $2, agreement_offered = $3, work_begins_signed = $4 where id = $1",
    [serviceId, id, offered, workBeginsSigned],
  );
  return id;
}

/** Publishes another version of its text. */
export const publishVersion = ({ query }: Query, template: string, blocks: readonly unknown[]) =>
  query("update agreement_templates set version = version + 1, blocks = $2, published_at = now() where id = $1", [
    template,
    JSON.stringify(blocks),
  ]);

/** An agreement offered as if by the submission, in place of an earlier one; returns its id. */
export async function insertOffer(
  { query }: Query,
  applicationId: string,
  columns: Record<string, unknown> = {},
): Promise<string> {
  await query(
    "update agreement_offers set replaced_at = clock_timestamp() where application_id = $1 and replaced_at is null",
    [applicationId],
  );
  const template = { name: "Engagement agreement", title: "Engagement agreement", version: 1 };
  const templateId =
    columns.template_id ?? (await insert({ query }, "agreement_templates", { ...template, blocks: "[]" }));
  const row = {
    ...{ application_id: applicationId, template_id: templateId, version: 1, work_begins_signed: true },
    ...{ text_sha256: randomUUID().replaceAll("-", "").repeat(2), ...columns },
  };
  return insert({ query }, "agreement_offers", row);
}

/** A signature of an offer, with a text of its own unless another is named; returns its id. */
export async function insertSignature(
  { query }: Query,
  offerId: string,
  columns: Record<string, unknown> = {},
): Promise<string> {
  const [offer] = await query<{ application: string }>(
    "select application_id as application from agreement_offers where id = $1",
    [offerId],
  );
  const signed = { title: "Engagement agreement", blocks: [{ paragraphs: ["We act for you."] }], version: 1 };
  return insert({ query }, "agreement_signatures", {
    ...{ offer_id: offerId, application_id: offer?.application, facts: {}, signature: "Ana Rolle" },
    text: { ...signed, publishedAt: "2026-11-01T15:00:00.000Z" },
    agreed_to: "I have read this agreement and agree to it.",
    ...{ address: "10.0.0.9", browser: "Firefox on Linux", sha256: randomUUID().replaceAll("-", "").repeat(2) },
    ...columns,
  });
}

/** What became of a signature. */
export async function insertEvent({ query }: Query, signatureId: string, columns: Record<string, unknown>) {
  const [signature] = await query<{ application: string }>(
    "select application_id as application from agreement_signatures where id = $1",
    [signatureId],
  );
  return insert({ query }, "agreement_events", {
    ...{ signature_id: signatureId, application_id: signature?.application, ...columns },
  });
}

async function insert({ query }: Query, table: string, row: Record<string, unknown>): Promise<string> {
  const names = Object.keys(row);
  const [stored] = await query<{ id: string }>(
    `insert into ${table} (${names.join(", ")}) values (${names.map((_, index) => `$${index + 1}`).join(", ")}) returning id`,
    Object.values(row),
  );
  if (!stored) throw new Error(`no row of ${table} was stored`);
  return stored.id;
}
