import { and, asc, count, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { fillAgreement, textsOf } from "~/content/agreements/agreement-facts";
import { noteAgreementsChanged } from "~/content/agreements/agreements-changed.server";
import { lawyerSentence } from "~/content/agreements/default-agreement";
import { refuse } from "~/core/verbs/refused";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import { agreementTemplates as t } from "~/db/schema/agreement-templates";
import { visaServices } from "~/db/schema/catalogue";
import type { Json } from "~/db/schema/content";
import { contentMessages } from "../../content-item.server";
import { type Content, defineKind, type Listed, type Problems, type SubmittedForm } from "../../kind";
import { textIn } from "../rows.server";
import { exampleFacts, factsToUse } from "./example-facts.server";
import { blocksIn, agreementFields as fields } from "./fields";

const textOf = ({ title, blocks }: Content) => ({ title: textIn(title), blocks: blocksIn(blocks) });

const simplified = (text: string) => text.replace(/\s+/g, " ").toLowerCase();

/** Also where its spaces, capitals or final stop were changed. */
const hasLawyerSentence = (text: string) => simplified(text).includes(simplified(lawyerSentence).replace(/\.$/, ""));

const notRead = "Remove the line “Draft: have a lawyer read this …” once a lawyer has read the text.";

function needs(content: Content): Problems {
  const { title, blocks } = textOf(content);
  return {
    ...(title ? {} : { title: "Write the title." }),
    ...(blocks.length > 0 ? {} : { blocks: "Write the text." }),
    ...(hasLawyerSentence(title) ? { title: notRead } : {}),
    ...(textsOf({ title: "", blocks }).some(hasLawyerSentence) ? { blocks: notRead } : {}),
  };
}

async function taken(from: Queryable, key: string, { name }: Content): Promise<Problems> {
  const same = and(eq(sql`lower(${t.name})`, textIn(name).toLowerCase()), ne(t.id, key));
  return (await from.$count(t, same)) > 0 ? { name: "Another agreement has this name. Choose another." } : {};
}

const offeredBy = (n: number) =>
  n === 0 ? "Chosen for no service" : n === 1 ? "Chosen for 1 service" : `Chosen for ${n} services`;

async function list(from: Queryable): Promise<Listed[]> {
  const rows = await from
    .select({
      ...{ key: t.id, name: t.name, version: t.version, isOffline: t.isOffline },
      services: count(visaServices.id),
    })
    .from(t)
    .leftJoin(visaServices, eq(visaServices.agreementId, t.id))
    .groupBy(t.id)
    .orderBy(asc(t.name), asc(t.id));
  return rows.map(({ key, name, version, isOffline, services: n }) => ({
    ...{ key, name, isPublic: !isOffline },
    note: `Version ${version} · ${offeredBy(n)}`,
  }));
}

async function publish(tx: Transaction, id: string, content: Content, number: number): Promise<void> {
  const row = { name: textIn(content.name), ...textOf(content), version: number, isOffline: false };
  await tx
    .insert(t)
    .values({ id, ...row })
    .onConflictDoUpdate({ target: t.id, set: { ...row, publishedAt: sql`now()` } });
  await noteAgreementsChanged(tx, id);
}

/** The text with the facts of an invented case. */
async function extra(content: Content, isTyped: boolean): Promise<Json> {
  const filled = fillAgreement(textOf(content), await exampleFacts(db));
  return filled.ok ? { title: filled.title, blocks: filled.blocks, isTyped } : null;
}

const lookInput = z.object({ typed: z.record(z.string(), z.array(z.string().max(200_000)).max(600)) });

/** Previews the text on the screen without saving it. */
function lookAt(by: StaffContext, { typed }: SubmittedForm) {
  const verb = { role: "super_admin", messages: contentMessages("super_admin"), input: lookInput } as const;
  return asStaff(by, verb, { typed }, async () => {
    const content: Record<string, Json> = {};
    const problems: Record<string, string> = {};
    for (const { name, read } of fields) {
      const result = read(typed[name] ?? []);
      if (result.ok) content[name] = result.value;
      else problems[name] = result.message;
    }
    if (Object.keys(problems).length > 0) return refuse("invalid", "Fix the highlighted fields.", { problems });
    const notice = "The preview shows what you typed. Nothing was saved.";
    return { ok: true as const, notice, keeps: true, extra: await extra(content, true) };
  });
}

export const agreementsKind = defineKind({
  may: "super_admin",
  forStaff: true,
  ...{ kind: "agreements", title: "Agreements", fields, needs, taken },
  about: "Agreements that applicants sign. A service offers the one that you choose in its editor.",
  check: ({ name }) => (name ? {} : { name: "Enter a name." }),
  factList: { note: "Put a fact in braces. Each applicant reads the value of their own case.", list: factsToUse },
  many: {
    ...{ noun: "agreement", first: "No agreements yet. Write the first one.", canAdd: true, list },
    name: ({ name }) => textIn(name),
    whenOffline: "It’s no longer offered. What applicants have signed stays.",
    async offline(tx, key) {
      await tx.update(t).set({ isOffline: true }).where(eq(t.id, key));
      await noteAgreementsChanged(tx, key);
    },
  },
  async read(from, key) {
    const [row] = await from
      .select({ name: t.name, title: t.title, blocks: t.blocks })
      .from(t)
      .where(and(eq(t.id, key), eq(t.isOffline, false)));
    return row ?? null;
  },
  publish: (tx, key, content, _changed, { number }) => publish(tx, key, content, number),
  pages: [],
  extra: (_from, _key, content) => extra(content, false),
  acts: { look: lookAt },
});
