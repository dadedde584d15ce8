import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { admin, embeddedUrl } from "../harness/app-server";
import { type Action, type Entry, type Expected, withoutForm } from "../harness/desk/access-expected";
import { matrix } from "../harness/desk/access-matrix";
import { signIn } from "../harness/desk/desk";
import { probes } from "../harness/desk/probes";
import { makeStaffFixtures, secretName } from "../harness/desk/staff-fixtures";
import { state } from "../harness/desk/table-state";
import { HttpClient } from "../harness/http-client";
import { listedRoutes, type Route } from "../harness/listed-routes";
import { queueIsDone } from "../harness/queue";
import { sharedApp } from "../harness/shared";
import { untilWaiting } from "../harness/waiting";

const checksSession =
  /require(Staff(Context)?|SuperAdmin)\(|readStaff\(|readSession\(|functionCaller\(|respondWithPdf\(/;
const staffs = listedRoutes.filter(
  ({ path, source }) => /^(admin|functions|documents)\b/.test(path) || checksSession.test(source),
);
const shell = [...readFileSync("server/http/health.ts", "utf8").matchAll(/health\.\w+\("\/([^"]+)"/g)].map(
  ([, path]) => path,
);

const exporting = (source: string, name: string) =>
  new RegExp(`export (async )?(function|const) ${name}\\b`).test(source);
/** Answers of forms that several screens have. */
const sharedForms = {
  actOnFactors: "app/accounts/factors/factor-action.server.ts",
  handleEditorForm: "app/content/editing/request.server.ts",
  handleOwnerForm: "app/accounts/owners/owner-form.server.ts",
  handleViewsForm: "app/accounts/views/view-form.server.ts",
  handleHoursForm: "app/consultations/hours-request.server.ts",
  handleThreadForm: "app/inquiries/desk/replies/request.server.ts",
  partAfter: "app/cases/desk/step-preview/walk-part.ts",
};

/** The words that a route compares its form's intent with, its own or those of the module that answers its forms. */
function intentsOf({ file, source }: Route): string[] {
  const answering = /from "\.\/(request\.server)"/.exec(source)?.[1];
  const own = source + (answering ? readFileSync(join("app", file, "..", `${answering}.ts`), "utf8") : "");
  const shared = Object.entries(sharedForms).filter(([name]) => own.includes(`${name}(`));
  const read = own + shared.map(([, of]) => readFileSync(of, "utf8")).join("");
  const compared = [
    ...read.matchAll(/(?:\.intent|get\("intent"\)|\bintent|\brequestedAction) [!=]== "([\w-]+)"/g),
    ...read.matchAll(/case "([\w-]+)":/g),
    ...read.matchAll(/<SubmitButton\s[^>]*?\bintent(?:=|: )"([\w-]+)"/g),
  ];
  const listed = [...read.matchAll(/\bconst intents\b[^\n]* = \{([^}]*)\}/g)].flatMap(([, entries = ""]) =>
    [...entries.matchAll(/(?:^|,)\s*"?([\w-]+)"?(?=[,:\s]|$)/g)].map(([, name = ""]) => name),
  );
  return [...new Set([...compared.map(([, word = ""]) => word), ...listed])].filter(Boolean).sort();
}

const people = ["nobody", "an applicant", "a deactivated admin", "a regular admin", "a super admin"] as const;
const regularEmail = "regular@lucaya.example";

const app = await sharedApp();
const fixtures = await makeStaffFixtures(app);
const { superAdmin, password } = fixtures;
for (const email of [regularEmail, "gone@lucaya.example"]) {
  const made = { intent: "create", email, password, confirmation: password, role: "regular_admin" };
  expect((await superAdmin.post("/admin/users", made)).status).toBe(200);
}
const applicant = new HttpClient(app);
await applicant.start("neighbour@mail.example");
const deactivated = await signIn(app, { email: "gone@lucaya.example", password });
await app.query("update admin_users set is_active = false where email = 'gone@lucaya.example'");
const regular = await signIn(app, { email: regularEmail, password });
const crowd = [new HttpClient(app), applicant, deactivated, regular, await signIn(app)];
// Mails of all this are sent, or their rows would change while they are compared.
await fixtures.rest();

const entries = Object.entries(matrix);
const addressOf = async (path: string, { at }: Entry) => `/${(await at?.(fixtures)) ?? path}`;
const dataOf = (address: string) => address.replace(/(\?|$)/, ".data$1");
/** The router's data of a page that leads elsewhere says so in a 202. */
const asData = (status: number) => (status === 302 ? 202 : status);

const form = (fields: Record<string, unknown>) => new URLSearchParams(fields as Record<string, string>);
/** Prepares one request of an action with its rows, the same for every sender. */
async function prepare(path: string, entry: Entry, { intent, fields }: Action) {
  await fixtures.rest();
  const address = await addressOf(path, entry);
  const allFields = { ...(intent && !entry.json ? { intent } : {}), ...(await fields?.(fixtures)) };
  const type = { "content-type": entry.json ? "application/json" : "application/x-www-form-urlencoded" };
  const body = entry.json ? JSON.stringify(allFields) : form(allFields).toString();
  const sendAs = (by: HttpClient, to = address, origin: Record<string, string> = { origin: app.url }) =>
    by.send(to, { method: "POST", headers: { ...origin, ...type }, body });
  return { address, sendAs };
}

/** Nothing in an answer tells what only staff may know. */
function expectNoSecret(text: string, ...where: unknown[]) {
  const leaked = [secretName, admin.email].filter((word) => text.includes(word));
  expect([...where, leaked]).toEqual([...where, []]);
}

describe("the access matrix", () => {
  test("the matrix has every staff route and endpoint, each with its loader, its action and each intent", () => {
    for (const [name, file] of Object.entries(sharedForms))
      expect(exporting(readFileSync(file, "utf8"), name), `${file} has ${name}`).toBe(true);
    expect([...staffs.map(({ path }) => path), ...shell].sort()).toEqual(entries.map(([path]) => path).sort());
    for (const route of staffs) {
      const { loader, actions = [], without = [] } = matrix[route.path] ?? {};
      const shows = /export default|export (async )?(function|const) loader\b/.test(route.source);
      expect([route.path, loader !== undefined], "a loader").toEqual([route.path, shows]);
      expect([route.path, actions.length > 0], "an action").toEqual([route.path, exporting(route.source, "action")]);
      const intents = actions.map(({ intent }) => intent).filter(Boolean);
      const read = intentsOf(route).filter((intent) => !without.includes(intent));
      expect([route.path, intents.sort()]).toEqual([route.path, read]);
    }
  });
});

describe("people without access", () => {
  const refused = (path: string, { may, statuses }: Expected) =>
    crowd
      // Signing out would end the session of whoever is needed later.
      .slice(0, path === "admin/sign-out" ? 2 : may === "super admins" ? 4 : 3)
      .map((by, index) => ({ by: by.tab(), who: people[index], status: statuses[index] ?? 0 }));
  const idOf = (path: string) => staffs.find((route) => route.path === path)?.id;
  const ofFunctions = ([path]: (typeof entries)[number]) => path.startsWith("functions/");

  async function expectUnreadable(path: string, entry: Entry) {
    const url = await addressOf(path, entry);
    const id = idOf(path);
    const before = await state(app);
    for (const { by, who, status } of entry.loader ? refused(path, entry.loader) : []) {
      const response = await by.get(url);
      expect([who, response.status]).toEqual([who, status]);
      if (status === 302)
        expect([who, response.headers.get("location")]).toEqual([
          who,
          expect.stringMatching(
            /^\/admin\/(login|inquiries$|activity$|people$|applications\/columns$|content\/newsletter$)/,
          ),
        ]);
      expectNoSecret(await response.text(), who);
      if (!id) continue;
      // Without the layout around it: the check of the screen itself.
      for (const part of ["", `_routes=${encodeURIComponent(id)}`]) {
        const data = await by.get(`${dataOf(url)}${part && (url.includes("?") ? "&" : "?")}${part}`);
        expect([who, part, data.status]).toEqual([who, part, asData(status)]);
        expectNoSecret(await data.text(), who, part);
      }
    }
    expect(await state(app)).toEqual(before);
  }

  async function expectUnwritable(path: string, entry: Entry) {
    const id = idOf(path);
    for (const action of entry.actions ?? []) {
      const { address: here, sendAs } = await prepare(path, entry, action);
      const untouched = await state(app);
      for (const { by, who, status } of refused(path, action.answered)) {
        for (const to of id && !path.startsWith("functions/") ? [here, dataOf(here)] : [here]) {
          const response = await sendAs(by, to);
          expect([action.intent, who, to, response.status]).toEqual([
            action.intent,
            who,
            to,
            to === here ? status : asData(withoutForm(path, status)),
          ]);
          const text = await response.text();
          // Who may read the screen is shown it with the refusal.
          if (entry.loader?.statuses[who ? people.indexOf(who) : -1] !== 200)
            expectNoSecret(text, action.intent, who, to);
        }
      }
      expect(await state(app), action.intent).toEqual(untouched);
    }
  }

  test.each(probes.filter(([, entry]) => entry.loader))(
    "[A-PERM-8, A-PERM-11] %s is refused every page and its data, and learns nothing",
    expectUnreadable,
  );

  test.each(probes.filter((probe) => probe[1].actions && !ofFunctions(probe)))(
    "[A-PERM-8, A-PERM-10] %s is refused every form, by the page and by the script, and nothing changes",
    expectUnwritable,
  );

  test.each(probes.filter((probe) => probe[1].actions && ofFunctions(probe)))(
    "[A-PERM-8, A-PERM-9] %s is refused every endpoint, and nothing changes",
    expectUnwritable,
  );
});

const writesOf = (probed: typeof entries) =>
  probed.flatMap(([path, entry]) =>
    (entry.actions ?? []).map((action) => ({ path, entry, action, name: `${path} ${action.intent}` })),
  );
const writes = writesOf(entries);

// That the shell asks it of every path: `guards.test.ts`.
test("[A-PERM-15] a cross-site write, or one without an origin, to a form or endpoint of each kind is refused and changes nothing", async () => {
  const superAdmin = crowd[4] as HttpClient;
  for (const { path, entry, action, name } of writesOf(probes)) {
    const { sendAs } = await prepare(path, entry, action);
    const before = await state(app);
    for (const origin of [{ origin: "https://elsewhere.example" }, { origin: "null" }, {}] as Record<string, string>[])
      expect([name, origin, (await sendAs(superAdmin, undefined, origin)).status]).toEqual([name, origin, 403]);
    expect(await state(app), name).toEqual(before);
  }
  expect((await superAdmin.get("/admin/session")).status, "still signed in").toBe(200);
});

describe("access checks of verbs", () => {
  const own = writes.filter(({ action }) => action.verb !== false);
  test.each(own)(
    "[A-PERM-8, A-SESSION-13] $name: an admin who is deactivated during the request changes nothing",
    async ({ path, entry, action, name }) => {
      const superAdmin = crowd[4] as HttpClient;
      const { sendAs } = await prepare(path, entry, action);
      const before = await state(app);
      const elsewhere = new pg.Client({ connectionString: embeddedUrl(app.dataDir) });
      await elsewhere.connect();
      try {
        // Not committed yet: the page's own check still finds the admin active, the verb's has to wait for the end.
        await elsewhere.query("begin");
        await elsewhere.query("update admin_users set is_active = false where email = $1", [admin.email]);
        const response = sendAs(superAdmin);
        await untilWaiting(app, "admin_users");
        await elsewhere.query("commit");
        expect([name, (await response).status < 500]).toEqual([name, true]);
      } finally {
        await elsewhere.end();
        await app.query("update admin_users set is_active = true where email = $1", [admin.email]);
      }
      expect(await state(app), name).toEqual(before);
    },
  );
});

const ofSuperAdmins = (path: string, expected?: Expected) =>
  expected?.may !== "staff" || probes.some(([probe]) => probe === path);

describe("people with access", () => {
  test("[A-PERM-1, A-SESSION-4] both roles open every screen, except that only super admins open the screen of admins", async () => {
    for (const [path, entry] of entries) {
      const url = await addressOf(path, entry);
      for (const position of entry.loader ? [3, ...(ofSuperAdmins(path, entry.loader) ? [4] : [])] : []) {
        const response = await (crowd[position] as HttpClient).get(url);
        expect([path, people[position], response.status]).toEqual([
          path,
          people[position],
          entry.loader?.statuses[position],
        ]);
        await response.body?.cancel();
      }
    }
  });

  test.each([
    ["a regular admin", 3],
    ["a super admin", 4],
  ] as const)(
    "[A-PERM-2, A-PERM-3, A-PERM-7] %s can send every form of every screen, and only super admins those of the admins",
    async (who, at) => {
      const by = crowd[at] as HttpClient;
      for (const { path, entry, action, name } of writes) {
        if (at === 4 && !ofSuperAdmins(path, action.answered)) continue;
        const { sendAs } = await prepare(path, entry, action);
        // What an earlier form caused, such as its mail, may still be under way.
        if (action.stores === false) await queueIsDone(app, "");
        const before = await state(app);
        const response = await sendAs(by);
        await response.text();
        const refused = action.answered.may === "super admins" && at === 3;
        expect([who, name, response.status]).toEqual([who, name, action.answered.statuses[at]]);
        const stored = JSON.stringify(await state(app)) !== JSON.stringify(before);
        expect([who, name, stored]).toEqual([who, name, action.stores !== false && !refused]);
        if (!by.cookies.has("lucaya_staff") || name.endsWith("sign-out-everywhere")) {
          const again = await signIn(app, {
            email: at === 3 ? regularEmail : admin.email,
            password: fixtures.password,
          });
          for (const [cookie, value] of again.cookies) by.cookies.set(cookie, value);
        }
      }
    },
  );
});
