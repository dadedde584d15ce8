import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { interpolateFacts } from "~/content/facts/facts.server";
import { previewedOf } from "~/content/previewed.server";
import { type CheckedNote, checkedNote } from "~/content/settings/checked-note";
import { db } from "~/db/client.server";
import { faqs } from "~/db/schema/content";

export type Faq = {
  id: string;
  question: string;
  answer: string;
  category: string;
  note: CheckedNote | null;
};

/** The published questions in order, all or the first few; a previewed draft replaces its question. */
export async function publishedFaqs(limit?: number): Promise<Faq[]> {
  const draft = previewedOf("questions");
  const query = db
    .select({
      ...{ id: faqs.id, question: faqs.question, answer: faqs.answer, category: faqs.category },
      ...{ namesRules: faqs.namesRules, checkedOn: faqs.checkedOn, officialSource: faqs.officialSource },
    })
    .from(faqs)
    .where(eq(faqs.published, true))
    .orderBy(asc(faqs.displayOrder), asc(faqs.question));
  const stored = await (limit === undefined || draft ? query : query.limit(limit));
  const rows = await interpolateFacts(draft ? withDraft(stored, draft).slice(0, limit) : stored);
  return rows.map(({ id, question, answer, category, ...checked }) => ({
    ...{ id, question, answer, category },
    note: checkedNote(checked),
  }));
}

const drafted = z
  .object({
    ...{ question: z.string(), answer: z.string().nullish(), category: z.string().nullish() },
    ...{ names_rules: z.boolean().nullish(), checked_on: z.string().nullish(), official_source: z.string().nullish() },
  })
  .transform(({ names_rules: namesRules, checked_on: checkedOn, official_source: source, ...rest }) => ({
    ...{ question: rest.question, answer: rest.answer ?? "", category: rest.category ?? "" },
    ...{ namesRules: namesRules === true, checkedOn: checkedOn ?? null, officialSource: source ?? null },
  }));

/** Replaces a row by its draft; a new one comes first, so that it appears on every page. */
function withDraft<Row extends z.output<typeof drafted> & { id: string }>(
  rows: readonly Row[],
  { key, content }: NonNullable<ReturnType<typeof previewedOf>>,
) {
  const draft = { id: key, ...drafted.parse(content) };
  return rows.some(({ id }) => id === key) ? rows.map((row) => (row.id === key ? draft : row)) : [draft, ...rows];
}
