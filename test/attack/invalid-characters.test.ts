import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { admin } from "../harness/app-server";
import { matrix } from "../harness/desk/access-matrix";
import { plain } from "../harness/desk/desk";
import { typed } from "../harness/desk/editor-form";
import { inquirer, inquiriesOf, send, sendPage } from "../harness/desk/inquirer";
import { makeStaffFixtures } from "../harness/desk/staff-fixtures";
import { form, HttpClient } from "../harness/http-client";
import { screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
const fixtures = await makeStaffFixtures(app);

/** Failures in the log since `from`, a length of the output. */
const failures = (from: number) =>
  app
    .output()
    .slice(from)
    .split("\n")
    .filter((line) => /"level":"?(error|50)/.test(line) || /\bERROR\b/.test(line));

/** Characters that no path of ours contains, in a URL. */
const controls = ["%00", "%0D%0A", "%0A", "%07", "%1B", "%7F", "%C2%9B"];
/** Invisible characters. */
const unseen = ["%E2%80%AE", "%E2%81%A6", "%E2%80%8B", "%E2%80%AC", "%EF%BB%BF"];
const characters = [...controls, ...unseen];

/** Every GET path, by its pattern in app/routes.ts. */
const patterns = [...readFileSync("app/routes.ts", "utf8").matchAll(/route\("([^"]+)"/g)]
  .map(([, path = ""]) => `/${path}`)
  .filter((path) => path !== "/dev/ui");
const withParameter = patterns.filter((path) => /[:*]/.test(path));

/** One of them per place, in turn: `barred-signs.test.ts` proves that all are refused. */
let turn = 0;
const nextOf = <Item>(all: readonly Item[]): Item => all[turn++ % all.length] as Item;

describe("URLs with invalid characters", () => {
  test("[V-ATK-11] every path with a control character in any position gets 404 for every visitor, and no error in the log", async () => {
    const from = app.output().length;
    expect(withParameter.length).toBeGreaterThan(15);
    const bad = [...controls, "%E0%A4%A", "%", "%ZZ", "%ED%A0%80%"];
    const requests = [
      ...[...withParameter, "/about*", "/services*", "/admin/users*"].flatMap((pattern) => [
        { pattern, by: new HttpClient(app), place: nextOf(bad) },
        { pattern, by: fixtures.superAdmin, place: `x${nextOf(bad)}y` },
      ]),
      ...bad.map((segment) => ({ pattern: "/visa/:slug", by: fixtures.superAdmin, place: segment })),
    ];
    expect((await fixtures.superAdmin.get("/admin/today/nothing")).status).toBe(404);
    for (const { pattern, by, place: segment } of requests) {
      const path = pattern.replace(/:\w+|\*/, segment);
      const response = await by.get(path);
      await response.text();
      expect([path, response.status]).toEqual([path, 404]);
    }
    const page = await (await new HttpClient(app).get("/visa/%00")).text();
    expect(screenOf(page).getByRole("heading", { level: 1 }).textContent).toContain("We can’t find this page");
    expect(failures(from)).toEqual([]);
  });

  test("[F-TEXT-1] a link with invisible characters, as chats copy them, redirects to the link without them, and never to another host", async () => {
    const from = app.output().length;
    const inquiry = await fixtures.inquiry();
    for (const character of unseen) {
      for (const [by, path, plain] of [
        [fixtures.superAdmin, `/admin/inquiries/${inquiry}${character}`, `/admin/inquiries/${inquiry}`],
        [
          fixtures.superAdmin,
          `/admin/applications/${character}${fixtures.application}?x=${character}1`,
          `/admin/applications/${fixtures.application}?x=1`,
        ],
        [new HttpClient(app), `/service${character}s`, "/services"],
        [new HttpClient(app), `//other.example/%2F${character}`, "/other.example/%2F"],
      ] as const) {
        const response = await by.get(path);
        await response.text();
        expect([path, response.status, response.headers.get("location")]).toEqual([path, 307, plain]);
      }
      const page = await fixtures.superAdmin.get(`/admin/inquiries/${inquiry}`);
      expect([page.status, (await page.text()).includes(inquiry)]).toEqual([200, true]);
    }
    expect(failures(from)).toEqual([]);
  });

  test("[V-ATK-11, F-TEXT-1] every search and every other parameter with such a character redirects to the URL without it, also on a cached page", async () => {
    const from = app.output().length;
    const paths: Record<string, string[]> = {
      "/services": ["country", "utm_source"],
      "/blog": ["category", "q"],
      "/faqs": ["q", "category"],
      "/forms": ["q", "country"],
      "/contact": ["service"],
      "/consultation": ["from", "zone", "service"],
      "/consultation/confirm": ["token"],
      "/consultation/yours": ["token", "view", "from"],
      "/verify": ["number", "sha256"],
      "/apply": ["service"],
      "/apply/start": ["missing"],
      "/newsletter/confirm": ["token"],
      "/newsletter/unsubscribe": ["token"],
      "/reminders": ["token"],
      "/application/resume": ["token"],
      "/admin/login": ["to"],
      "/admin/reset-password": ["token"],
      "/admin/invitation": ["token"],
      "/admin": ["confirm"],
      "/admin/analytics": ["range"],
      "/admin/today/appointments": ["page"],
      "/admin/applications": ["q", "status", "sort", "before", "after", "ask", "draft"],
      "/admin/applications/arrivals": ["since", "q"],
      "/admin/inquiries": ["q", "status", "priority", "before"],
      "/admin/emails": ["q", "type", "before"],
      "/admin/users": ["action", "admin", "before", "of", "ask"],
      "/admin/services": ["ask", "service"],
      "/admin/reviews": ["show", "page"],
      "/admin/migration": ["id"],
      "/admin/privacy": ["confirm"],
      "/your-data/open": ["token"],
      "/your-data/erase": ["token"],
    };
    const led = async (address: string, name: string, character: string) => {
      const response = await fixtures.superAdmin.get(`${address}?${name}=a${character}b`);
      await response.text();
      const blank = /%0[AD]/.test(character) ? "+" : "";
      const plain = `${address}?${name.replace("%00", "")}=a${blank}b`;
      expect([address, character, response.status, response.headers.get("location")]).toEqual([
        address,
        character,
        307,
        plain,
      ]);
    };
    for (const [path, names] of Object.entries(paths))
      for (const url of [path, `${path}.data`]) {
        if (!path.startsWith("/admin")) await (await fixtures.superAdmin.get(url)).text();
        for (const name of [...names, "nobody%00knows"]) await led(url, name, nextOf(characters));
      }
    for (const character of characters) await led("/faqs", "q", character);
    // A phone copied from Contacts finds the same as a typed one.
    for (const path of ["/faqs", "/admin/applications", "/admin/inquiries", "/admin/people", "/admin/palette"]) {
      const response = await fixtures.superAdmin.get(`${path}?q=%E2%80%AA%2B1+242+555+0142%E2%80%AC`);
      await response.text();
      expect([path, response.status]).toEqual([path, 307]);
      const plain = await fixtures.superAdmin.get(response.headers.get("location") ?? "");
      await plain.text();
      expect([path, plain.status, response.headers.get("location")]).toEqual([
        path,
        200,
        `${path}?q=%2B1+242+555+0142`,
      ]);
    }
    // Legitimate text in any script, and what only looks invalid, is searched for.
    for (const q of ["می\u200cخواهم", "👩🏽‍✈️", "שלום", "%2500", "a%09b", "%FF", "%E0%A4%A", "100%25"])
      for (const path of ["/faqs", "/forms", "/admin/applications", "/admin/inquiries", "/admin/emails"]) {
        const otherResponse = await fixtures.superAdmin.get(`${path}?q=${q.includes("%") ? q : encodeURIComponent(q)}`);
        await otherResponse.text();
        expect([path, q, otherResponse.status]).toEqual([path, q, 200]);
      }
    expect(failures(from)).toEqual([]);
  });
});

const message = "contains characters that can’t be used here. Please type it again.";

describe("form fields with invalid characters", () => {
  test("[V-ATK-11, F-TEXT-2] invisible characters are removed from an applicant's name, and a line break is reported at the field and not stored", async () => {
    const from = app.output().length;
    for (const character of ["\0", "\u202e", "\u009b", "\u200b", "\r\n", "\u000b"]) {
      const client = new HttpClient(app);
      const id = await client.start(`sign${crypto.randomUUID()}@mail.example`);
      const data = form("applicant_info", "Applicant Information", {
        firstName: `Na${character}dia`,
        lastName: "Rolle",
      });
      const isBreak = /[\r\n\v]/.test(character);
      const saved = await client.save(id, data);
      expect([character, saved.status, saved.outcome.unsaved ?? []]).toEqual(
        isBreak ? [character, 422, ["firstName"]] : [character, 200, []],
      );
      if (isBreak) {
        expect(saved.outcome.problems).toEqual([{ name: "firstName", message: `First name ${message}` }]);
        const page = await client.post(`/apply/${id}`, { ...data, revision: "1", intent: "next" });
        const html = await page.text();
        expect([character, page.status, plain(html).includes(`First name ${message}`)]).toEqual([character, 422, true]);
        expect(html).toMatch(/value="Na\s?dia"/);
      }
      const [row] = await app.query<{ first: string | null; last: string }>(
        "select metadata -> 'step1' ->> 'firstName' as first, metadata -> 'step1' ->> 'lastName' as last from visa_applications where id = $1",
        [id],
      );
      expect(row).toEqual({ first: isBreak ? null : "Nadia", last: "Rolle" });
    }
    expect(failures(from)).toEqual([]);
  });

  test("[V-ATK-11] a line break in a start, an inquiry, the newsletter, a sign-in, a reset or a reason is refused with a message", async () => {
    const from = app.output().length;
    const character = "\r\n";
    const client = new HttpClient(app);
    const email = `a${character}b@mail.example`;
    const attempt = crypto.randomUUID();
    expect((await client.post("/apply", { email, terms: "yes", attempt })).status).toBe(422);
    expect((await client.post("/apply/start", { asked: email })).status).toBeLessThan(500);
    expect((await client.post("/newsletter", { email })).status).toBe(422);
    expect((await client.post("/admin/login", { email, password: `x${character}` })).status).toBe(400);
    expect((await client.post("/admin/login", { email: admin.email, password: `x${character}` })).status).toBe(401);
    expect((await client.post("/admin/forgot-password", { email })).status).toBe(400);
    for (const field of ["fullName", "email", "phone"] as const) {
      const fields = {
        ...inquirer,
        [field]: `${inquirer[field]?.slice(0, 5)}${character}${inquirer[field]?.slice(5)}`,
      };
      const refused = await send(client, fields);
      expect([field, refused.status]).toEqual([field, 422]);
      expect(refused.problems?.[0]).toMatchObject({ name: field, message: expect.stringContaining(message) });
      const page = await (await sendPage(client, fields)).text();
      expect(plain(page)).toContain(message);
    }
    const sent = await send(new HttpClient(app), {
      ...inquirer,
      email: "lines@mail.example",
      purpose: "One\r\ntwo\rthree\nfour",
    });
    expect(sent.ok).toBe(true);
    expect((await inquiriesOf(app, "lines@mail.example"))[0]?.purpose).toBe("One\ntwo\nthree\nfour");
    expect(failures(from)).toEqual([]);
  });

  test("[F-TEXT-1, F-TEXT-2, F-TEXT-3] invisible characters don't make a start, an inquiry or a sign-in fail, and are not stored", async () => {
    const from = app.output().length;
    for (const character of ["\0", "\u2066", "\u202a", "\u200b", "\ufeff"]) {
      const client = new HttpClient(app);
      const name = `seen${crypto.randomUUID().slice(0, 8)}`;
      const [email, plainEmail] = [`${character}${name}${character}@mail.example`, `${name}@mail.example`];
      expect((await client.post("/apply", { email, terms: "yes", attempt: crypto.randomUUID() })).status).toBe(302);
      const sent = await send(client, {
        ...inquirer,
        email,
        fullName: `Nad${character}ège`,
        phone: `${character}+١ 242 555 0142${character}`,
        purpose: `\u2068Ana\u2069: One${character === "\u200b" || character === "\ufeff" ? "" : character}\ntwo`,
      });
      expect([character, sent.problems ?? [], sent.ok]).toEqual([character, [], true]);
      const [row] = await inquiriesOf(app, plainEmail);
      expect(row).toMatchObject({
        full_name: "Nadège",
        phone: "+1 242 555 0142",
        purpose: "\u2068Ana\u2069: One\ntwo",
      });
      const [started] = await app.query("select 1 from visa_applications where user_email = $1", [plainEmail]);
      expect([character, started !== undefined]).toEqual([character, true]);
    }
    const superAdmin = new HttpClient(app);
    const signedIn = await superAdmin.post("/admin/login", {
      email: `\u202a${admin.email}\u202c`,
      password: admin.password,
    });
    expect(signedIn.status).toBe(302);
    expect(failures(from)).toEqual([]);
  });
});

describe("desk fields and JSON with invalid characters", () => {
  test("[V-ATK-11, F-TEXT-3] the desk's notes and messages lose control characters and keep line breaks", async () => {
    const from = app.output().length;
    const application = `/admin/applications/${fixtures.application}`;
    const inquiry = await fixtures.inquiry();
    const service = `/admin/services/${await fixtures.service()}`;
    for (const character of ["\0", "\u202e"]) {
      const fields = await typed(fixtures.superAdmin, service, {
        overview: `First\nSec${character}ond`,
        faqs: JSON.stringify([{ question: `A${character}`, answer: "B" }]),
        serviceName: `A${character}B`,
      });
      const response = await fixtures.superAdmin.post(service, fields);
      await response.text();
      expect([character, response.status]).toEqual([character, 302]);
      const [row] = await app.query("select service_name as name, overview, faqs from visa_services where id = $1", [
        service.split("/").at(-1),
      ]);
      expect(row).toMatchObject({ name: "AB", overview: "First\nSecond", faqs: [{ question: "A", answer: "B" }] });
    }
    const text = "First\r\n\r\nSec\u0000ond\t\u202ethird\u200d";
    const note = crypto.randomUUID();
    expect((await fixtures.superAdmin.post(application, { intent: "add-note", note, body: text })).status).toBe(302);
    expect(
      (await fixtures.superAdmin.post(`/admin/inquiries/${inquiry}`, { intent: "notes", revision: "0", notes: text }))
        .status,
    ).toBe(302);
    const [stored] = await app.query(
      "select (select body from application_notes where id = $1) as note, (select admin_notes from visa_inquiries where id = $2) as notes",
      [note, inquiry],
    );
    expect(stored).toEqual({ note: "First\n\nSecond\tthird\u200d", notes: "First\n\nSecond\tthird\u200d" });
    expect(
      (await fixtures.superAdmin.post(service, await typed(fixtures.superAdmin, service, { serviceName: "A\nB" })))
        .status,
    ).toBe(400);
    expect(failures(from)).toEqual([]);
  });

  test("[V-ATK-11] every form and endpoint of the desk handles such characters in each of its fields without an error", async () => {
    const from = app.output().length;
    for (const [path, entry] of Object.entries(matrix))
      for (const action of entry.actions ?? []) {
        if (path === "admin/sign-out" || action.intent === "sign-out-everywhere" || path === "admin/account") continue;
        const url = `/${(await entry.at?.(fixtures)) ?? path}`;
        const fields = { ...((await action.fields?.(fixtures)) ?? {}) } as Record<string, unknown>;
        // NUL is what the database can't store; each of the others is sent in all fields at once.
        const tries = Object.keys(fields).map((name) => ({ sign: "\0", names: [name] }));
        for (const character of tries.length > 0 ? ["\u202e", "\r\n"] : [])
          tries.push({ sign: character, names: Object.keys(fields) });
        for (const { sign, names } of tries) {
          const data: Record<string, unknown> = { ...(action.intent ? { intent: action.intent } : {}), ...fields };
          for (const name of names) data[name] = `${fields[name]}${sign}x`;
          const response = entry.json
            ? await fixtures.superAdmin.send(url, {
                method: "POST",
                headers: { origin: app.url, "content-type": "application/json" },
                body: JSON.stringify(data),
              })
            : await fixtures.superAdmin.post(url, data as Record<string, string>);
          await response.text();
          expect([url, names, response.status < 500 || response.status === 502]).toEqual([url, names, true]);
        }
      }
    expect(failures(from)).toEqual([]);
  });

  test("[V-ATK-11, F-TEXT-3] JSON values lose NUL and unpaired surrogates, and such a character in a key, however deep, gets 400", async () => {
    const from = app.output().length;
    const call = (body: string) =>
      fixtures.superAdmin.send("/functions/v1/send-email", {
        method: "POST",
        headers: { origin: app.url, "content-type": "application/json" },
        body,
      });
    const text = JSON.stringify(fixtures.letter);
    expect((await call(text)).status).toBe(200);
    for (const character of ["\\u0000", "\\ud800", "\\udc00x", "\\u202e"])
      for (const [body, status] of [
        [text.replace("Welcome", `Wel${character}come`), 200],
        [text.replace('"toName":"', `"toName":"${character}`), 200],
        [text.replace('"templateData":{', `"templateData":{"x":[{"y${character}":1}],`), 400],
      ] as const) {
        const response = await call(body);
        await response.text();
        expect([body.slice(0, 400), response.status]).toEqual([body.slice(0, 400), status]);
      }
    expect(failures(from)).toEqual([]);
  });
});
