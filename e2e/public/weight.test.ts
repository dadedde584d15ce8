import { brotliCompressSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { expectNoScriptErrors } from "../../test/harness/browser/browser";
import { publicPaths } from "../../test/harness/browser/public-paths";
import { firstVisit, limits, scriptIn } from "../../test/harness/browser/weight";
import { submittedCase } from "../../test/harness/case/opened-case";
import { signIn } from "../../test/harness/desk/desk";
import { HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

// The script that pages bring to a phone that was never here.
const app = await sharedApp();
const browser = await sharedBrowser();
afterEach(expectNoScriptErrors);

const starts = ["/apply", "/apply?service=bahamas-work-visa", "/apply/start"];
const read = [
  ...publicPaths.filter((path) => !["/contact", "/consultation"].includes(path) && !starts.includes(path)),
  ...["/visa/uk-visitor-visa", "/visa/no-such-visa", "/blog/no-such-post", "/no-such-page", "/newsletter/confirm"],
];

async function scriptOf(path: string, client?: HttpClient) {
  const [brought, page] = await firstVisit(browser, app.url + path, client?.cookieLine());
  expect(new URL(page.url()).pathname).toBe(path.split("?")[0]);
  await page.context().close();
  expect(brought.every(({ bytes }) => bytes > 0)).toBe(true);
  return scriptIn(brought);
}

const isLight = ({ kilobytes, files }: ReturnType<typeof scriptIn>, limit: { kilobytes: number; files: number }) => {
  expect(files.length).toBeGreaterThan(0);
  expect(kilobytes).toBeLessThanOrEqual(limit.kilobytes);
  expect(files.length).toBeLessThanOrEqual(limit.files);
};

test("[T-BYTES-1] the measured script of a page is everything requested until 3 seconds after load, named in the document or not", async () => {
  const html = await (await fetch(`${app.url}/contact`)).text();
  const { files } = await scriptOf("/contact");
  const later = files.filter((file) => !html.includes(file));
  expect(files.length - later.length).toBeGreaterThan(5);
  // The form's own script is imported by the page's.
  expect(later.some((file) => /\/inquiry-form-/.test(file))).toBe(true);
});

test("[L-STILL-2, T-BYTES-2] every static page loads one small module, including its inline scripts", async () => {
  for (let first = 0; first < read.length; first += 4)
    await Promise.all(
      read.slice(first, first + 4).map(async (path) => {
        const html = await (await fetch(app.url + path)).text();
        const inline = [...html.matchAll(/<script(?![^>]*(?:ld\+json|src=))[^>]*>(.*?)<\/script>/gs)].map(
          ([, code]) => code,
        );
        const script = await scriptOf(path);
        isLight(script, limits.read);
        const bytes = script.kilobytes * 1_024 + brotliCompressSync(inline.join("\n")).length;
        expect(bytes, path).toBeLessThanOrEqual(limits.read.kilobytes * 1_024);
      }),
    );
});

test.each(starts)("[L-STILL-3, T-BYTES-2] %s loads no more script than the limit of a start", async (path) => {
  isLight(await scriptOf(path), limits.start);
});

test("[T-BYTES-2] the sign-in and the desk's list of applications load no more script than their limits", async () => {
  isLight(await scriptOf("/admin/login"), limits.signIn);
  isLight(await scriptOf("/admin/applications", await signIn(app)), limits.list);
});

test("[T-BYTES-2] /contact, a step, the review and a case load no more script than their limits", async () => {
  isLight(await scriptOf("/contact"), limits.contact);
  const { step, review, submitted } = await ofApplicant();
  isLight(step, limits.step);
  isLight(review, limits.step);
  isLight(submitted, limits.case);
});

/** Words that only the code of one of the two has. */
const wordsOfCase = {
  requests: "Save for later",
  messages: "Send message",
  appointments: "Add to calendar",
  fees: "Balance",
};
const wordsOfSteps = ["security_questionnaire", "passport_info", "Next Step"];

test("[T-BYTES-4] a step loads no code of requests, messages, appointments and fees, and a case none of the wizard's steps", async () => {
  const { step, review, submitted } = await ofApplicant();
  const [ofStep, ofReview, ofCase] = await Promise.all([step, review, submitted].map(codeOf));
  for (const word of Object.values(wordsOfCase)) {
    expect(ofCase).toContain(word);
    expect(ofStep).not.toContain(word);
    expect(ofReview).not.toContain(word);
  }
  for (const word of wordsOfSteps) {
    expect(ofStep).toContain(word);
    expect(ofCase).not.toContain(word);
  }
});

test("[F-CTRY-1, T-BYTES-2] the alternative names of countries are loaded only once an applicant focuses a field", async () => {
  const draft = new HttpClient(app);
  const id = await draft.start("weight-names@mail.example");
  const [brought, page] = await firstVisit(browser, `${app.url}/apply/${id}?step=applicant_info`, draft.cookieLine());
  expect(scriptIn(brought).files.filter((file) => file.includes("other-names"))).toEqual([]);
  const response = page.waitForResponse(/other-names/);
  await page.locator("form#step input:visible").first().focus();
  expect((await response).status()).toBe(200);
  await page.context().close();
});

/** The script of a step and of the review of a draft, and of a case. */
async function ofApplicant() {
  const draft = new HttpClient(app);
  const id = await draft.start("weight@mail.example");
  await draft.fillIn(id);
  const { id: done, client } = await submittedCase(app);
  return {
    step: await scriptOf(`/apply/${id}?step=trip_details`, draft),
    review: await scriptOf(`/apply/${id}?step=review_certification`, draft),
    submitted: await scriptOf(`/apply/${done}`, client),
  };
}

const codeOf = async ({ files }: { files: string[] }) =>
  (await Promise.all(files.map(async (file) => (await fetch(app.url + file)).text()))).join("\n");
