import { expect, test, vi } from "vitest";
import { messageDraft } from "~/documents/of-case.server";
import type { Document } from "~/documents/readers.server";
import { staffReads } from "./document-readers.server";

vi.mock("./staff.server", () => ({ readStaff: async () => ({ adminId: "1", email: "a@b.test" }) }));

const reads = async (columns: Partial<Document>) => {
  const none = { documentType: "photo", caseItemId: null, caseAnswerId: null, caseMessageId: null };
  return (await staffReads({ ...none, ...columns } as Document, new Request("http://localhost"))) !== false;
};

test("[C-ANS-7] staff can read submitted answers, but not the unsubmitted edits in an applicant's form", async () => {
  expect(await reads({})).toBe(true);
  expect(await reads({ caseItemId: "item", caseAnswerId: "answer" })).toBe(true);
  expect(await reads({ caseItemId: "item", caseMessageId: "message" }), "kept as a message").toBe(true);
  expect(await reads({ caseItemId: "item" }), "not sent yet").toBe(false);
  expect(await reads({ documentType: messageDraft.applicant })).toBe(false);
});
