import { asc, eq } from "drizzle-orm";
import { type CheckedNote, checkedNote } from "~/content/facts/checked-note";
import { stated } from "~/content/facts/facts.server";
import { db } from "~/db/client.server";
import { faqs } from "~/db/schema/content";

export type Faq = {
  id: string;
  question: string;
  answer: string;
  category: string;
  note: CheckedNote | null;
};

/** The published questions in their order: all of them, or the first few. */
export async function publishedFaqs(limit?: number): Promise<Faq[]> {
  const query = db
    .select({
      ...{ id: faqs.id, question: faqs.question, answer: faqs.answer, category: faqs.category },
      ...{ namesRules: faqs.namesRules, checkedOn: faqs.checkedOn, officialSource: faqs.officialSource },
    })
    .from(faqs)
    .where(eq(faqs.published, true))
    .orderBy(asc(faqs.displayOrder), asc(faqs.question));
  const rows = await stated(await (limit === undefined ? query : query.limit(limit)));
  return rows.map(({ id, question, answer, category, ...checked }) => ({
    ...{ id, question, answer, category },
    note: checkedNote(checked),
  }));
}
