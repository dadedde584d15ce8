import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub, useLoaderData } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { addDataKeys, firstOf, keyNamed, ringOf } from "../../../test/harness/encryption/data-keys";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { screenOf } from "../../../test/harness/screen";
import { Keys } from "./keys";
import { type PrivacyState, readPrivacyState } from "./state.server";

const database = testDatabase();
beforeEach(async () => {
  for (const table of ["documents", "visa_applications"]) await database.query(`delete from ${table}`);
});

function Parts() {
  const state = useLoaderData<PrivacyState>();
  return <Keys {...state} />;
}

/** The page's sections for the currently stored data. */
async function page() {
  const state = await readPrivacyState();
  const Stub = createRoutesStub([{ id: "parts", path: "/", Component: Parts, loader: () => state }]);
  return screenOf(renderToStaticMarkup(<Stub hydrationData={{ loaderData: { parts: state } }} />));
}

test("a missing key that stored data needs is shown with what it protects", async () => {
  const lost = firstOf(ringOf(keyNamed("lost"), "a secret that nobody has any more"));
  await addDataKeys(database, lost, 2);
  const screen = await page();
  expect(screen.getByRole("alert").textContent).toContain(
    `Data protected by 2 data keys can’t be read. Put ${lost.id} back`,
  );
  expect(screen.queryByRole("button", { name: "Renew keys" }), "renewing would not help").toBeNull();
});
