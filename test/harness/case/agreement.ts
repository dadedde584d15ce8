import type { AgreementBlock } from "~/db/schema/agreements";
import type { TestDatabase } from "../in-process/test-database";

type Template = { title?: string; blocks?: AgreementBlock[]; offered?: "before" | "after"; workBeginsSigned?: boolean };

export const agreementBlocks: AgreementBlock[] = [
  { heading: "What we do" },
  {
    paragraphs: [
      "{our name} prepares the application of {applicant} for the {service} ({case number}).",
      "{our fee} goes to us and {government fee} to {fee recipient}: {total} in all, agreed on {day}.",
    ],
  },
];

/** Publishes an agreement and chooses it for a service; returns the template's id. */
export async function publishAgreement(
  { query }: Pick<TestDatabase, "query">,
  serviceId: string,
  {
    title = "Engagement agreement",
    blocks = agreementBlocks,
    offered = "after",
    workBeginsSigned = true,
  }: Template = {},
): Promise<string> {
  const [template] = await query<{ id: string }>(
    `insert into agreement_templates (name, title, blocks, version, published_at)
     values ($1, $1, $2, 1, '2026-11-20T15:00:00Z') returning id`,
    [title, JSON.stringify(blocks)],
  );
  const id = template?.id ?? "";
  await query(
    "update visa_services set agreement_id = $2, agreement_offered = $3, work_begins_signed = $4 where id = $1",
    [serviceId, id, offered, workBeginsSigned],
  );
  return id;
}

/** Publishes another version of its text. */
export const publishVersion = ({ query }: Pick<TestDatabase, "query">, template: string, blocks: AgreementBlock[]) =>
  query("update agreement_templates set version = version + 1, blocks = $2, published_at = now() where id = $1", [
    template,
    JSON.stringify(blocks),
  ]);
