import { beforeAll, expect, test } from "vitest";
import { readApplication } from "~/cases/case-data/case.server";
import { acceptAnswer } from "~/cases/requests/checking/decide.server";
import { readForApplicant, readForDesk } from "~/cases/requests/read-requests.server";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { AskedCase } from "../../../../test/harness/in-process/asked-case";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { drawDefect } from "../../../../test/harness/stand-ins/papers";
import { handleRequestsForm } from "./answer-form.server";
import { attachToItem, keepHintOfItem } from "./draft-files.server";

const database = testDatabase();
const requestCase = new AskedCase(database);
let dark: Buffer;
beforeAll(async () => {
  dark = (await drawDefect("dark", 0)).bytes;
});

const context = () => requestCase.applicant.context(requestCase.id);
const picture = (name = "letter.jpg") => new File([new Uint8Array(dark)], name);
async function attach(name?: string) {
  const file = { item: requestCase.document, file: picture(name), attempt: crypto.randomUUID() };
  const result = await attachToItem(context(), requestCase.id, file);
  if (!result.ok) throw new Error(result.message);
  return result;
}
const unsent = async () =>
  (await readForApplicant(requestCase.id)).open.find(({ id }) => id === requestCase.document)?.files ?? [];
const ofDesk = async () =>
  (await readForDesk(requestCase.id)).done.find(({ id }) => id === requestCase.document)?.answers.at(-1)?.files[0]
    ?.hints;
const hint = (isKept: boolean) => [{ code: "dark", detail: {}, isKept }];

test("[U-QUAL-3] a file for a request has its hints until the applicant uses it anyway, without script too", async () => {
  const { id, hints } = await attach();
  expect(hints).toEqual(["This picture looks very dark."]);
  expect((await unsent())[0]?.hints).toEqual(hint(false));
  const form = new FormData();
  form.set("keep-hint", id);
  form.append("item", requestCase.document);
  expect(await handleRequestsForm(context(), requestCase.id, form)).toEqual({ kind: "saved" });
  expect((await unsent())[0]?.hints).toEqual(hint(true));
});

test("[U-QUAL-3] only unsent files of one’s own case can be used anyway", async () => {
  const { id } = await attach();
  const otherUser = new Applicant(database);
  expect(await keepHintOfItem(otherUser.context(requestCase.id), requestCase.id, id)).toMatchObject({ ok: false });
  await requestCase.answer({});
  expect(await keepHintOfItem(context(), requestCase.id, id)).toMatchObject({ ok: false, reason: "not-found" });
});

test("[U-QUAL-5] the desk reads the hints of an answer’s files until it is accepted, and nothing else depends on them", async () => {
  const { id } = await attach();
  const turnOf = async () => (await requestCase.row())?.turn;
  await requestCase.answer({});
  expect(await ofDesk()).toEqual(hint(false));
  const inRail = async () => (await readApplication(requestCase.id))?.documents.find((file) => file.id === id)?.hints;
  expect(await inRail()).toEqual(hint(false));
  const turn = await turnOf();
  await database.query("update document_hints set kept_at = now()");
  expect([await ofDesk(), await turnOf()]).toEqual([hint(true), turn]);
  const decision = await requestCase.decision(requestCase.document);
  expect(await acceptAnswer(requestCase.staff, { ...decision, attempt: crypto.randomUUID() })).toMatchObject({
    ok: true,
  });
  expect([await ofDesk(), await inRail()]).toEqual([[], []]);
});
