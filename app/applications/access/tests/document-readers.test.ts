import { describe, expect, test } from "vitest";
import { messageDraft } from "~/documents/of-case.server";
import type { Document } from "~/documents/readers.server";
import { browserWith, draftOf, recordedOf, submitted } from "../../../../test/harness/in-process/draft";
import { documentOf } from "../../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { holderReads } from "../../../cases/applicant-page/document-readers.server";

const database = testDatabase();
const showing = (cookie: string) => new Request("http://lucaya.test/", { headers: { cookie } });
const first = async (text: string, values: unknown[]) => (await database.query(text, values))[0];

/** A document that came with the decision on an application, whose browser holds it. */
async function decided() {
  const draft = await draftOf(database, { ...submitted, status: "approved" });
  const decision = await first(
    `insert into application_status_history (application_id, from_status, to_status, message)
     values ($1, 'submitted', 'approved', '') returning id`,
    [draft.id],
  );
  const stored = await first(
    `insert into documents (application_id, decision_id, document_type, document_name, storage_key, content_type, byte_size, sha256)
     values ($1, $2, 'decision', 'visa.pdf', $3, 'application/pdf', 1, '') returning id`,
    [draft.id, decision?.id, `decided/${draft.id}`],
  );
  return { draft, document: await documentOf(stored?.id), cookie: (await browserWith(draft)).cookie };
}

describe("a decision's document", () => {
  test("[C-DEC-2, C-DEC-3] only the applicant can open it, and each opening is counted and recorded", async () => {
    const { draft, document, cookie } = await decided();
    const right = await holderReads(document, showing(cookie));
    if (typeof right !== "object" || !("opened" in right)) throw new Error("It can't be read");
    expect((await documentOf(document.id)).downloads, "until it is opened").toBe(0);
    for (let index = 0; index < 2; index++) await right.opened({ address: "203.0.113.7", browser: "" }, true);
    expect((await documentOf(document.id)).downloads).toBe(2);
    const entry = {
      ...{ action: "decision_downloaded_by_applicant", details: { number: draft.number } },
      ...{ address: "203.0.113.7", browser: null, admin: null },
    };
    expect(await recordedOf(database, draft)).toEqual([entry, entry]);
    expect(await holderReads(document, showing(""))).toBe(false);
  });

  test("[C-DEC-6] a withdrawn document says so to the applicant and to nobody else", async () => {
    const { document, cookie } = await decided();
    await database.query("update documents set withdrawn_at = '2026-11-25T03:00:00Z' where id = $1", [document.id]);
    const withdrawn = await documentOf(document.id);
    expect(await holderReads(withdrawn, showing(cookie))).toEqual({
      gone: "This document was withdrawn on November 24, 2026.\n",
    });
    expect(await holderReads(withdrawn, showing(""))).toBe(false);
  });
});

test("an applicant can't open a file of staff's message draft, but can once the message is sent", async () => {
  const draft = await draftOf(database, submitted);
  const { cookie } = await browserWith(draft);
  const reads = (documentType: string) =>
    holderReads({ applicationId: draft.id, decisionId: null, documentType } as Document, showing(cookie));
  expect(await reads(messageDraft.office)).toBe(false);
  for (const own of [messageDraft.applicant, "letter"]) expect(await reads(own)).toBe(true);
});
