import { and, asc, eq, ne, sql } from "drizzle-orm";
import { faqs } from "~/db/schema/content";
import { lineField, textField } from "../fields/fields";
import { type Content, defineKind, type Problems } from "../kind";
import { checkedColumns, checkedFields, wholeCheck } from "./checked-fields.server";
import { inOrder, lastPlace, textIn } from "./rows.server";

const duplicateMessage = "This question is already in the list.";

const fields = [
  lineField({
    ...{ name: "question", label: "Question", group: "Question and answer", max: 200 },
    help: "As visitors ask it.",
  }),
  textField({
    ...{ name: "answer", label: "Answer", group: "Question and answer", max: 5000, rows: 10 },
    help: "Each line starts a new paragraph. A fact in braces, such as {hours}, shows its current value.",
  }),
  lineField({
    ...{ name: "category", label: "Category", group: "Question and answer", max: 80 },
    help: "Questions in the same category are grouped together. Choose an existing category or enter a new one.",
  }),
  ...checkedFields,
];

const check = (content: Content): Problems => ({
  ...(content.question ? {} : { question: "Write the question." }),
  ...wholeCheck(content),
});

const needs = ({ answer, category }: Content): Problems => ({
  ...(answer ? {} : { answer: "Enter the answer: visitors open the question to read it." }),
  ...(category ? {} : { category: "Choose a category, or write a new one." }),
});

export const questionsKind = defineKind({
  may: "regular_admin",
  ...{ kind: "questions", title: "Questions", fields, check, needs, facts: true },
  about: "Frequently asked questions: on the questions page, the first five on the home page, and in search results.",
  many: {
    noun: "question",
    first: "No questions yet. Write the first one.",
    async list(from) {
      const rows = await from.select().from(faqs).orderBy(asc(faqs.displayOrder), asc(faqs.question));
      return rows.map(({ id, question, category, published }) => ({
        ...{ key: id, name: question, note: category, isPublic: published },
      }));
    },
    name: ({ question }) => textIn(question),
    canAdd: true,
    blank: async () => ({ names_rules: true }),
    order: (tx, keys) => inOrder(tx, faqs, keys),
    async offline(tx, key) {
      await tx.update(faqs).set({ published: false }).where(eq(faqs.id, key));
    },
  },
  async options(from) {
    const rows = await from.selectDistinct({ category: faqs.category }).from(faqs).orderBy(asc(faqs.category));
    return { category: rows.map(({ category }) => category) };
  },
  async taken(from, key, { question }) {
    const same = and(eq(sql`lower(${faqs.question})`, textIn(question).toLowerCase()), ne(faqs.id, key));
    return (await from.$count(faqs, same)) > 0 ? { question: duplicateMessage } : {};
  },
  async read(from, key) {
    const [row] = await from
      .select()
      .from(faqs)
      .where(and(eq(faqs.id, key), eq(faqs.published, true)));
    if (!row) return null;
    const { question, answer, category, namesRules, checkedOn, officialSource } = row;
    return {
      question,
      answer,
      category,
      names_rules: namesRules,
      checked_on: checkedOn,
      official_source: officialSource,
    };
  },
  async publish(tx, key, content) {
    const row = {
      question: textIn(content.question),
      answer: textIn(content.answer),
      category: textIn(content.category),
      published: true,
      ...checkedColumns(content),
    };
    await tx
      .insert(faqs)
      .values({ id: key, ...row, displayOrder: await lastPlace(tx, faqs) })
      .onConflictDoUpdate({ target: faqs.id, set: row });
  },
  pages: [
    { path: "/faqs", name: "Questions" },
    { path: "/", name: "Home" },
  ],
});
