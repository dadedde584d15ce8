import { expect, test } from "vitest";
import { pdfFile } from "../../../test/harness/applicants/uploads";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { storeFile } from "./store-file.server";

const database = testDatabase();
const store = (holder: string, name: string) =>
  storeFile({ address: "203.0.113.9", holder }, pdfFile(name), crypto.randomUUID());
const waiting = (holder: string) =>
  database
    .query<{ name: string }>("select document_name as name from documents where uploaded_by = $1 order by created_at", [
      holder,
    ])
    .then((rows) => rows.map(({ name }) => name));

test("of files that a browser sends without an inquiry the newest ten stay, and other browsers keep theirs", async () => {
  const names = Array.from({ length: 11 }, (_, at) => `file-${at + 1}.pdf`);
  expect(await store("another browser", "theirs.pdf")).toMatchObject({ ok: true });
  for (const name of names.slice(0, 10)) await store("a browser", name);
  expect(await waiting("a browser")).toEqual(names.slice(0, 10));
  await store("a browser", "file-11.pdf");
  expect(await waiting("a browser")).toEqual(names.slice(1));
  expect(await waiting("another browser")).toEqual(["theirs.pdf"]);
});
