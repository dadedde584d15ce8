import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub, useLoaderData } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { addDataKeys, firstOf, keyNamed, ringOf } from "../../../test/harness/encryption/data-keys";
import { draftOf } from "../../../test/harness/in-process/draft";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { screenOf } from "../../../test/harness/screen";
import { Encryption } from "./encryption";
import { Keys } from "./keys";
import { type PrivacyState, readPrivacyState } from "./state.server";

const database = testDatabase();
beforeEach(async () => {
  for (const table of ["documents", "visa_applications"]) await database.query(`delete from ${table}`);
});

function Parts() {
  const state = useLoaderData<PrivacyState>();
  return (
    <>
      <Encryption {...state} />
      <Keys {...state} />
    </>
  );
}

/** The parts of the page as they say what is stored now. */
async function page() {
  const state = await readPrivacyState();
  const Stub = createRoutesStub([{ id: "parts", path: "/", Component: Parts, loader: () => state }]);
  return screenOf(renderToStaticMarkup(<Stub hydrationData={{ loaderData: { parts: state } }} />));
}

test("[V-ENC-9, T-BYTES-5] applications and files from before count apart until they are encrypted; infected files have no bytes", async () => {
  for (const is_encrypted of [true, false, false]) await draftOf(database, { is_encrypted });
  await database.query(
    `insert into documents (document_type, document_name, storage_key, content_type, byte_size, sha256, file_key, scan)
     select 'letter', 'letter.pdf', n::text, 'application/pdf', 9, '', case when n <= 1200 then 'sealed' end,
       case when n = 1500 then 'infected'::document_scan else 'clean' end from generate_series(1, 1500) n`,
  );
  const screen = await page();
  const shown = (name: string) => screen.getByRole("progressbar", { name }).getAttribute("aria-valuetext");
  expect([shown("Applications"), shown("Files")]).toEqual(["1 of 3", "1,200 of 1,499"]);
  await database.query("update visa_applications set is_encrypted = true");
  expect((await page()).queryByRole("progressbar", { name: "Applications" })).toBeNull();
  await database.query("update documents set file_key = 'sealed' where scan <> 'infected'");
  const done = await page();
  expect(done.queryByRole("progressbar")).toBeNull();
  expect(done.words).toContain("Every application and every file is encrypted.");
});

test("a key that stored data name and that is not set here is said, with what it wraps", async () => {
  const lost = firstOf(ringOf(keyNamed("lost"), "a secret that nobody has any more"));
  await addDataKeys(database, lost, 2);
  const screen = await page();
  expect(screen.getByRole("alert").textContent).toContain(
    `What 2 data keys protect can’t be read: put ${lost.id} back`,
  );
  expect(screen.queryByRole("button", { name: "Renew keys" }), "renewing would not help").toBeNull();
});
