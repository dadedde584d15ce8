import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id } from "./columns";

/** A block of an agreement; its texts name facts as `{total}` in a template, and hold them filled in once offered. */
export type AgreementBlock = { heading: string } | { paragraphs: string[] };

/** The published templates of agreements. What was signed does not depend on them. */
export const agreementTemplates = pgTable("agreement_templates", {
  id: id(),
  name: text().notNull(),
  title: text().notNull(),
  blocks: jsonb().$type<AgreementBlock[]>().notNull(),
  /** The version of its content that is published. */
  version: integer().notNull(),
  publishedAt: createdAt(),
  isOffline: boolean().notNull().default(false),
});
