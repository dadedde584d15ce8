import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub, useLoaderData } from "react-router";
import { expect, test } from "vitest";
import { setStatus } from "~/cases/status/desk/set-status.server";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { screenOf } from "../../../test/harness/screen";
import { type StatusData, statusData } from "./status-data.server";
import { StatusView } from "./status-view";

const database = testDatabase();
const again = "Apply again with these answers";
const family = "Apply for a family member";

function Page() {
  return <StatusView data={useLoaderData<StatusData>()} refused={undefined} />;
}

/** The page of a submitted application once staff have set this status. */
async function pageOf(status: string, message = "") {
  const applicant = new Applicant(database);
  const id = await applicant.start();
  await database.query(
    `update visa_applications set status = 'under_review', submitted_at = now(), turn = 'office', turn_since = now(),
       user_email = 'ana@mail.example' where id = $1`,
    [id],
  );
  const staff = await staffMember(database);
  expect(await setStatus(staff, { applicationId: id, status, message, sure: "yes" })).toMatchObject({ ok: true });
  const data = await statusData(await applicant.found(id));
  const Stub = createRoutesStub([{ id: "page", path: "/", Component: Page, loader: () => data }]);
  return screenOf(renderToStaticMarkup(<Stub hydrationData={{ loaderData: { page: data } }} />));
}
const linksIn = (page: Awaited<ReturnType<typeof pageOf>>) =>
  page.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
/** What a reader meets before the first fact. */
const before = (text: string) => text.slice(0, text.indexOf("Started"));

test("[C-DEC-8, C-TURN-5] a refusal comes with its reason and help before the facts, without stamp and machine line", async () => {
  const page = await pageOf("denied", "The bank statement is missing.");
  const text = before(page.words);
  for (const words of ["the authorities have refused this application", "The bank statement is missing.", again])
    expect(text).toContain(words);
  expect(text).toMatch(/This case has been closed since .+: Denied\./);
  expect(linksIn(page)).toContainEqual([expect.stringMatching(/^\+\d/), expect.stringMatching(/^tel:\+\d+$/)]);
  expect(page.element.querySelector("main svg[role=img]")).toBeNull();
  expect(page.words).not.toMatch(/V<BHS|What happens next/i);
  expect(linksIn(page).map(([label]) => label)).not.toContain(family);
  // Without a message nothing promises one.
  expect((await pageOf("denied")).words).not.toMatch(/Message from our team|our message below|updated to/i);
});

test("a withdrawn application says what becomes of files and money", async () => {
  const page = await pageOf("withdrawn");
  expect(before(page.words)).toContain("We’ve stopped working on it. We keep your answers and files");
  expect(linksIn(page)).toContainEqual(["terms", "/privacy-policy#terms"]);
  expect(linksIn(page).map(([label]) => label)).not.toContain(again);
  expect(page.words).not.toMatch(/V<BHS|updated to/);
});

test("an approval keeps its stamp, and speaks of a message only where there is one", async () => {
  const page = await pageOf("approved", "Collect it on Monday.");
  expect(page.words).toContain("Have a good trip! Our message below explains how you’ll receive it.");
  expect(page.element.querySelector("main svg[role=img]")).not.toBeNull();
  expect(page.words).toContain("V<BHS");
  expect((await pageOf("approved")).words).not.toMatch(/our message below|updated to/i);
});
