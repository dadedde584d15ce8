import type { Page, Route } from "@playwright/test";
import { afterEach, describe, test } from "vitest";
import { expect } from "../../test/harness/browser/browser";
import { close, openDesk } from "../../test/harness/browser/desk-browser";
import { submittedCase } from "../../test/harness/case/opened-case";
import { signIn } from "../../test/harness/desk/desk";
import { inquiryId, insertInquiries } from "../../test/harness/desk/inquiry-rows";
import { inside, screenOf } from "../../test/harness/screen";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";
import { type DeskForm, deskForms } from "./desk-forms";

let page: Page;

const app = await sharedApp();
const browser = await sharedBrowser();
const desk = await signIn(app);
await insertInquiries(app, 1, 1);
const [service] = await app.query<{ id: string }>("select id from visa_services limit 1");
const { id: application } = await submittedCase(app);
/** Nothing reaches the server, so that one of each serves all forms. */
const ids: Parameters<DeskForm["at"]>[0] = {
  application,
  inquiry: await inquiryId(app, "Person 1"),
  service: service?.id ?? "",
};
afterEach(async () => {
  if (page) await close(page);
});

const field = (label: string) =>
  page.locator("input:visible, textarea:visible, select:visible").and(page.getByLabel(label)).first();
const alert = () => page.getByRole("alert");

async function open(form: DeskForm): Promise<string> {
  const at = form.at(ids);
  page = await openDesk(browser, app, at);
  await form.open?.(page);
  return at;
}

async function fill({ typed, chosen = {} }: DeskForm): Promise<void> {
  for (const [label, value] of Object.entries(chosen)) await field(label).selectOption(value);
  for (const [label, text] of Object.entries(typed)) await field(label).fill(text);
}

async function expectFilled({ typed, chosen = {} }: DeskForm): Promise<void> {
  for (const [label, text] of Object.entries({ ...chosen, ...typed })) await expect(field(label)).toHaveValue(text);
}

const send = ({ button, typed }: DeskForm) =>
  button === ""
    ? field(Object.keys(typed)[0] ?? "").blur()
    : page.getByRole("button", { name: button, exact: true }).first().click();

const failures: Record<string, (route: Route) => Promise<void>> = {
  "the line is cut": (route) => route.abort(),
  "the server answers 502": (route) => route.fulfill({ status: 502, body: "Bad gateway" }),
};

/** By what their script does most differently: a page's own form, a box that saves itself, an editor. */
const mostDifferent = ["the status and message of a case", "the notes of an inquiry", "a service"];
const isInBrowser = ({ name }: DeskForm) => mostDifferent.includes(name);

describe.each(deskForms.filter(isInBrowser))("$name", (form) => {
  test("[K-KEEP-1, K-KEEP-2] the form stays in place with all typed values while it can't be sent", async () => {
    const at = await open(form);
    await fill(form);
    for (const answer of Object.values(failures)) {
      let sends = 0;
      const fail = (route: Route) => {
        if (route.request().method() !== "POST") return route.fallback();
        sends += 1;
        return answer(route);
      };
      await page.route("**/*", fail);
      if (await alert().isVisible()) await alert().getByRole("button", { name: "Try again" }).click();
      else await send(form);
      await expect.poll(() => sends).toBeGreaterThan(0);
      await expect(alert()).toContainText(form.words ?? "Not saved.");
      await expect(alert()).toContainText("Your text is still here. Check the connection, then try again.");
      await expectFilled(form);
      await expect(page).toHaveURL(app.url + at);
      await page.unroute("**/*", fail);
    }
  });
});

describe.each(deskForms.filter((form) => !isInBrowser(form)))("$name", ({ at, typed, chosen, words, button }) => {
  test("[K-KEEP-1, K-KEEP-2] the form is recoverable in the desk's layout, with all its fields and its failure message", async () => {
    const page = screenOf(await (await desk.get(at(ids))).text());
    const labels = Object.keys({ ...typed, ...chosen }).map((label) => new RegExp(`^${label}`));
    const [form] = [...page.element.querySelectorAll("form")].filter(
      (form) =>
        labels.every((label) => inside(form).queryAllByLabelText(label).length > 0) &&
        inside(form).queryAllByRole("button", { name: button }).length > 0,
    );
    expect([form?.method, form?.dataset.keep === "no", form?.dataset.failed]).toEqual(["post", false, words]);
  });
});
