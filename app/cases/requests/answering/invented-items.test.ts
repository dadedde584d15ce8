import { expect, test } from "vitest";
import { requestItems } from "~/cases/requests/asking/ask.server";
import { emptyItem } from "~/cases/requests/asking/check-items";
import { pdfFile } from "../../../../test/harness/applicants/uploads";
import { withoutChange } from "../../../../test/harness/desk/verbs";
import { AskedCase } from "../../../../test/harness/in-process/asked-case";
import { statementsOf } from "../../../../test/harness/in-process/statements";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { handleRequestsForm } from "./answer-form.server";
import { saveCorrection, saveDraft } from "./draft.server";
import { attachToItem } from "./draft-files.server";

const database = testDatabase();
const requestCase = new AskedCase(database);
const unknownItems = Array.from({ length: 990 }, () => crypto.randomUUID());

function formOf(items: string[], intent: string, file?: File): FormData {
  const form = new FormData();
  form.set("intent", intent);
  for (const item of items) {
    form.append("item", item);
    form.set(`text-${item}`, "Somebody");
    form.set(`fields-${item}`, "applicant_info cityOfBirth");
    form.append("dated", item);
    form.set(`date-${item}.kind`, "issued");
    if (file) form.append(`file-${item}`, file);
  }
  return form;
}
const send = (id: string, form: FormData) =>
  statementsOf(() => handleRequestsForm(requestCase.applicant.context(id), id, form));

for (const intent of ["send", "save"]) {
  test(`[F-SAFE-8] with ${intent}, a form of 990 invented items runs as many statements as a form of one`, async () => {
    const single = await send(requestCase.id, formOf(unknownItems.slice(0, 1), intent));
    const many = await send(requestCase.id, formOf(unknownItems, intent, pdfFile("one.pdf")));
    expect(many.statements.length).toBeGreaterThan(0);
    expect(many.statements).toHaveLength(single.statements.length);
  });

  test(`[F-SAFE-8] with ${intent}, the form of an application without requests is refused after one statement`, async () => {
    const draft = await requestCase.applicant.start();
    const { result, statements } = await withoutChange(database, () => send(draft, formOf(unknownItems, intent)));
    expect(result).toMatchObject({ kind: "refused", message: expect.stringContaining("Nothing is open") });
    expect(statements).toHaveLength(1);
  });
}

test("[F-SAFE-8] a text, a correction and a file for an invented item are refused before anything is locked", async () => {
  const context = requestCase.applicant.context(requestCase.id);
  const [item = ""] = unknownItems;
  const form = formOf([item], "save");
  const file = { item, file: pdfFile("one.pdf"), attempt: crypto.randomUUID() };
  for (const work of [
    () => saveDraft(context, requestCase.id, { item, text: "Somebody", revision: 0 }),
    () => saveCorrection(context, requestCase.id, { item, form, revision: 0 }),
    () => attachToItem(context, requestCase.id, file),
  ]) {
    const { result, statements } = await statementsOf<unknown>(work);
    expect(result).toMatchObject({ ok: false, reason: "not-found" });
    expect(statements).toHaveLength(1);
  }
});

test("[F-SAFE-8] all texts of a form are stored in one transaction, and a refused one doesn't affect the others", async () => {
  const items = Array.from({ length: 20 }, (_, index) => ({
    ...emptyItem,
    ...{ what: "question", name: `Question ${index}`, reason: "It was left open." },
  }));
  await requestItems(requestCase.staff, { applicationId: requestCase.id, items, setStatus: true });
  const questions = (await requestCase.open()).slice(1);
  const form = new FormData();
  form.set("intent", "save");
  for (const [index, { id }] of questions.entries()) {
    form.append("item", id);
    form.set(`text-${id}`, index === 3 ? `e${"\u0301".repeat(31)}` : `Answer ${index}`);
  }
  const { result, statements } = await send(requestCase.id, form);
  expect(statements.filter((text) => text === "begin")).toHaveLength(1);
  expect(result).toMatchObject({ kind: "refused", problems: [{ item: questions[3]?.id }] });
  const stored = (await requestCase.open()).slice(1).map(({ draft }) => draft);
  expect(stored).toEqual(questions.map((_, index) => (index === 3 ? "" : `Answer ${index}`)));
});
