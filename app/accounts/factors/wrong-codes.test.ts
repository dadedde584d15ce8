import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { adminWithPassword, origin, password, setUpApp } from "../../../test/harness/factors/account";
import { codeAt, standStill, wrongCode } from "../../../test/harness/factors/codes";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { giveSecondFactor } from "../sign-in/second-step.server";
import { signIn } from "../sign-in/sign-in.server";
import type { StaffContext } from "../staff.server";
import { confirmFactor } from "./confirm.server";

const database = testDatabase();
let who: StaffContext;
let secret = "";
let recovery: string[] = [];
/** Cookies of the browser in which the factor was given before. */
let known: string[] = [];
const from = (cookies: string[]) => ({
  request: new Request(`${origin}/admin/login`, { headers: { cookie: cookies.join("; ") } }),
  ...{ address: "203.0.113.5", browser: "Chrome on Windows", origin },
});
const cookiesOf = (headers: Headers) => headers.getSetCookie().map((line) => line.split(";")[0] ?? "");

/** The second step of a sign-in, in a browser with these cookies. */
async function atStep(cookies: string[] = []) {
  // Two sign-ins of one account in the same millisecond are one second step.
  vi.setSystemTime(Date.now() + 1);
  const signedIn = await signIn(from(cookies), { email: who.staff.email, password });
  const step = signedIn.ok ? cookiesOf(signedIn.headers) : expect.fail(signedIn.message);
  return from([...cookies, ...step]);
}
const give = async (code: string, cookies?: string[]) => giveSecondFactor(await atStep(cookies), { code });
const confirm = (code: string) => confirmFactor(who.staff.userId, { code }, origin);
const next = () => codeAt(secret, Date.now() + 30_000);
const wrong = () => wrongCode(secret);

/** Waits begin with the last try: it was at this moment. */
const justNow = () => database.query("update limit_counts set window_ends = now() + interval '1 hour'");

beforeEach(async () => {
  await database.query("delete from limit_counts");
  who = await adminWithPassword(database);
  standStill();
  const app = await setUpApp(who);
  [secret, recovery] = [app.secret, app.codes ?? []];
  const signedIn = await give(codeAt(secret));
  const headers = signedIn.ok ? signedIn.headers : expect.fail(signedIn.message);
  known = cookiesOf(headers).filter((cookie) => cookie.includes("lucaya_known_"));
});
afterEach(() => {
  vi.useRealTimers();
});

const limited = { ok: false, reason: "limited" };
const invalid = { ok: false, reason: "invalid" };

test("[V-MFA-5] ten wrong codes an hour count per account in total, across known browsers, reauthentication and elsewhere", async () => {
  for (let time = 1; time <= 4; time++) expect(await give(wrong(), known)).toMatchObject(invalid);
  for (let time = 1; time <= 3; time++) expect(await confirm(wrong())).toMatchObject(invalid);
  for (let time = 1; time <= 3; time++) expect(await give(wrong())).toMatchObject(invalid);
  expect(await give(wrong()), "the eleventh, the last without a wait").toMatchObject(invalid);
  const [anywhere, browser] = [await atStep(), await atStep(known)];
  await justNow();
  expect(await giveSecondFactor(anywhere, { code: next() })).toMatchObject(limited);
  expect(await giveSecondFactor(browser, { code: next() }), "after four wrong ones there").toMatchObject(limited);
  expect(await confirm(next()), "after three").toMatchObject(limited);
});

test("[V-MFA-5] ten wrong codes from one browser cause a wait of two seconds, not of the maximum", async () => {
  for (let time = 1; time <= 11; time++) expect(await give(wrong(), known)).toMatchObject(invalid);
  const browser = await atStep(known);
  await justNow();
  const detail = { retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds <= 2) };
  expect(await giveSecondFactor(browser, { code: next() })).toMatchObject({ ...limited, detail });
});

test("[V-MFA-5] strangers who know the password block neither the owner’s browser nor reauthentication", async () => {
  for (let time = 1; time <= 11; time++) await give(wrong());
  const anywhere = await atStep();
  await justNow();
  expect(await giveSecondFactor(anywhere, { code: next() })).toMatchObject(limited);
  expect(await confirm(wrong()), "one slip").toMatchObject(invalid);
  expect(await confirm(next()), "which the next one waits for").toMatchObject(limited);
  expect(await give(next(), known)).toMatchObject({ ok: true });
});

test("[V-MFA-5] correct codes neither count as wrong nor reset the count; about ten of many simultaneous codes are checked", async () => {
  for (let time = 1; time <= 9; time++) await give(wrong());
  expect(await give(next())).toMatchObject({ ok: true });
  expect(await give(wrong()), "the tenth").toMatchObject(invalid);
  expect(await give(wrong()), "the eleventh").toMatchObject(invalid);
  const anywhere = await atStep();
  await justNow();
  expect(await giveSecondFactor(anywhere, { code: wrong() })).toMatchObject(limited);

  await database.query("delete from limit_counts");
  const steps = [];
  for (let time = 1; time <= 15; time++) steps.push(await atStep());
  const results = await Promise.all(
    steps.flatMap((step) => [giveSecondFactor(step, { code: wrong() }), confirm(wrong())]),
  );
  const looked = results.filter((result) => !result.ok && result.reason === "invalid");
  // Anywhere, and in a place of the owner's, the one after them is the first that makes the next one wait.
  expect(looked.length).toBeGreaterThanOrEqual(10);
  expect(looked.length).toBeLessThanOrEqual(12);
});

const recover = async (recoveryCode: string, address = "203.0.113.5", cookies?: string[]) =>
  giveSecondFactor({ ...(await atStep(cookies)), address }, { recoveryCode });
const noCode = "aaaa-bbbb-cccc-dddd";

test("[F-SAFE-17] a stranger’s wrong app codes don’t block the owner’s recovery code", async () => {
  for (let time = 1; time <= 11; time++) expect(await give(wrong())).toMatchObject(invalid);
  const anywhere = await atStep();
  await justNow();
  expect(await giveSecondFactor(anywhere, { code: next() })).toMatchObject(limited);
  expect(await recover(recovery[0] ?? "")).toMatchObject({ ok: true });
});

test("[F-SAFE-17] a stranger’s wrong recovery codes block only the stranger's own IP", async () => {
  for (let time = 1; time <= 11; time++) expect(await recover(noCode, "198.51.100.9")).toMatchObject(invalid);
  const [attacker, owner] = [await atStep(), await atStep()];
  await justNow();
  const submitted = { recoveryCode: recovery[0] };
  expect(await giveSecondFactor({ ...attacker, address: "198.51.100.9" }, submitted)).toMatchObject(limited);
  expect(await giveSecondFactor(owner, submitted)).toMatchObject({ ok: true });
  expect(await give(next()), "nor is the app’s count touched").toMatchObject({ ok: true });
});

test("[F-SAFE-17] in a known browser, the owner’s recovery code works after strangers' wrong codes from the same IP", async () => {
  for (let time = 1; time <= 11; time++) await recover(noCode);
  const [anywhere, browser] = [await atStep(), await atStep(known)];
  await justNow();
  expect(await giveSecondFactor(anywhere, { recoveryCode: recovery[0] })).toMatchObject(limited);
  expect(await giveSecondFactor(browser, { recoveryCode: recovery[0] })).toMatchObject({ ok: true });
});
