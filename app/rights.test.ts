import { createHmac, randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { RouterContextProvider } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { type Expected, withoutForm } from "../test/harness/desk/access-expected";
import { matrix } from "../test/harness/desk/access-matrix";
import { isAskedInProcess, probes } from "../test/harness/desk/probes";
import { state } from "../test/harness/desk/table-state";
import { adminWithPassword, password, setUpPasskey } from "../test/harness/factors/account";
import { browserWith, draftOf } from "../test/harness/in-process/draft";
import { openSession, staffMember } from "../test/harness/in-process/staff";
import { testDatabase } from "../test/harness/in-process/test-database";
import { listedRoutes } from "../test/harness/listed-routes";
import { signIn } from "./accounts/sign-in/sign-in.server";
import { config } from "./config.server";
import { type RequestContext, requestContext } from "./core/request-context";

// Calls the loader and action of each URL of the desk as somebody without permission, without the layout around it:
// each must check by itself. `test/attack/desk-access.test.ts` requests them from the running app, also with
// permission.

const database = testDatabase();
const people = ["nobody", "an applicant", "a deactivated admin", "a regular admin"] as const;
/** To whom everything is refused as it is to nobody. */
const half = "an admin whose password was right, and who has not given the second factor";
const overdue = "an admin without the second factor that was due";
const cookies = new Map<string, string>();
let application = "";

beforeAll(async () => {
  const draft = await draftOf(database);
  application = draft.id;
  cookies.set("an applicant", (await browserWith(draft)).cookie);
  for (const [who, role, change] of [
    ["a deactivated admin", "super_admin", "is_active = false"],
    ["a regular admin", "regular_admin", "is_active = true"],
    [overdue, "super_admin", "second_factor_by = (now() at time zone 'America/Nassau')::date - 1"],
  ] as const) {
    const { staff } = await staffMember(database, role);
    await database.query(`update admin_users set ${change} where id = $1`, [staff.adminId]);
    const token = await openSession(database, staff.userId);
    const signed = `${token}.${createHmac("sha256", config.secret).update(token).digest("base64")}`;
    cookies.set(who, `lucaya_staff=${encodeURIComponent(signed)}`);
  }
  const careful = await adminWithPassword(database);
  await setUpPasskey(careful);
  const entered = await signIn(
    { request: new Request("http://lucaya.test/admin/login"), address: "203.0.113.6", browser: "" },
    { email: careful.staff.email, password },
  );
  const [cookie = ""] = entered.ok ? entered.headers.getSetCookie() : [];
  expect(cookie).toMatch(/^lucaya_second_step=/);
  cookies.set(half, cookie.split(";")[0] ?? "");
});

type Handler = (args: object) => unknown;
type Module = { loader?: Handler; action?: Handler };
type Sent = { fields: Record<string, string>; json: boolean };

/** The status of what a handler answers or throws, and where it leads. */
async function answerOf(handler: Handler | undefined, path: string, who: string, sent?: Sent) {
  const routeParams: Record<string, string> = {
    id: application,
    kind: "settings",
    group: "services",
    key: randomUUID(),
  };
  const params: Record<string, string> = {};
  const at = path.replace(/:(\w+)/g, (_, name: string) => {
    params[name] = routeParams[name] ?? randomUUID();
    return params[name];
  });
  const url = new URL(`http://lucaya.test/${at}`);
  const headers = new Headers({ cookie: cookies.get(who) ?? "" });
  const body = sent?.json ? JSON.stringify(sent.fields) : new URLSearchParams(sent?.fields);
  if (sent?.json) headers.set("content-type", "application/json");
  const request = new Request(url, sent ? { method: "POST", headers, body } : { headers });
  const context = new RouterContextProvider();
  context.set(requestContext, { address: "203.0.113.5", browser: "", origin: url.origin } as RequestContext);
  const result = await Promise.resolve()
    .then(() => handler?.({ request, params, url, context, pattern: path }))
    .catch((thrown: unknown) => thrown);
  if (result instanceof Error) throw result;
  if (result instanceof Response) return [result.status, result.headers.get("location")] as const;
  const { init } = result as { init?: { status?: number } };
  return [init?.status ?? 200, null] as const;
}

const loaded = async (path: string): Promise<Module> => {
  const file = listedRoutes.find((route) => route.path === path)?.file ?? "";
  return import(/* @vite-ignore */ resolve("app", file));
};
const ofStaff = Object.entries(matrix).filter(([path]) => /^(admin|functions)\b/.test(path));
const refusedTo = ({ may, statuses }: Expected) =>
  people
    .slice(0, may === "super admins" ? 4 : may === "staff" ? 3 : 0)
    .map((who, index) => ({ who, status: statuses[index] ?? 0 }))
    .flatMap(({ who, status }) => (who === "nobody" ? [who, half] : [who]).map((role) => ({ who: role, status })));

test("[T-TEST-9] every path of the permission matrix is tested here or over HTTP, where some of the desk are tested too", () => {
  const [here, there] = [ofStaff, probes].map((requests) => requests.map(([path]) => path));
  expect(new Set([...(here ?? []), ...(there ?? [])]).size).toBe(Object.keys(matrix).length);
  expect(probes.filter((probe) => isAskedInProcess(...probe)).length).toBeLessThanOrEqual(22);
});

const sentBy = (intent: string, json = false): Sent => ({ fields: intent ? { intent } : {}, json });

test.each(ofStaff)(
  "[A-PERM-8, A-PERM-11, V-MFA-2] %s: a caller without permission is refused and changes nothing",
  async (path, { loader, actions = [], json }) => {
    const route = await loaded(path);
    const before = await state(database);
    for (const { who, status } of loader ? refusedTo(loader) : []) {
      const [answered, to] = await answerOf(route.loader, path, who);
      expect([who, answered]).toEqual([who, status]);
      if (answered === 302) expect([who, to]).toEqual([who, expect.stringMatching(/^\/admin\/login/)]);
    }
    for (const { intent, answered } of actions)
      for (const { who, status } of refusedTo(answered)) {
        // On a page that is theirs the verb decides, which is asked with its fields (`desk-access.test.ts`).
        if (who === "a regular admin" && loader?.statuses[3] === 200) continue;
        const [found] = await answerOf(route.action, path, who, sentBy(intent, json));
        expect([intent, who, found]).toEqual([intent, who, withoutForm(path, status)]);
      }
    expect(await state(database)).toEqual(before);
  },
);

/** What the set-up of a second factor needs. */
const isOfSetUp = (path: string) =>
  ["admin/account/second-factor", "admin/account/passkey", "admin/session/confirm", "admin/confirm"].includes(path);

test.each(ofStaff.filter(([path]) => !isOfSetUp(path)))(
  "[V-MFA-10] %s: an admin whose second factor is overdue is refused and changes nothing",
  async (path, { loader, actions = [], json }) => {
    const route = await loaded(path);
    const before = await state(database);
    // Of the pages before the desk, this one leads to the next one.
    const refused = path === "admin/first-sign-in" ? [302, "/admin/account/second-factor"] : [403, null];
    if (loader && loader.may !== "anyone") expect(await answerOf(route.loader, path, overdue)).toEqual(refused);
    for (const { intent } of actions.filter(({ answered }) => answered.may !== "anyone"))
      expect([intent, ...(await answerOf(route.action, path, overdue, sentBy(intent, json)))]).toEqual([
        ...[intent, 403, null],
      ]);
    expect(await state(database)).toEqual(before);
  },
);
