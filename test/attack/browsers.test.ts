import { beforeEach, describe, expect, test } from "vitest";
import { startApp } from "../harness/app-server";
import { browsersOf, Device } from "../harness/browser/devices";
import { mailsTo, resumeLinkOf } from "../harness/fakes/mails";
import { form, HttpClient, until } from "../harness/http-client";

const app = await startApp({ TRUST_PROXY: "yes", NODE_OPTIONS: "--import=./test/harness/clock.mjs" });
beforeEach(() => app.query("delete from limit_counts"));

const { newEmail, begun, follow, welcome, cameIn, rowsOf, rowOf, end, page, holds, recorded, mailed, byLinkOnly } =
  browsersOf(() => app);

describe("the browsers of an application", () => {
  test("[V-ATK-15] the browsers are listed by kind, the current one first and marked, without expired ones", async () => {
    const application = await begun();
    await cameIn("Safari on iOS", application);
    await cameIn("", application);
    const expired = await cameIn("Firefox on Windows", application);
    await app.query(
      "update application_holders set expires_at = now() - interval '1 minute' where application_id = $1 and browser = 'Firefox on Windows'",
      [application.id],
    );
    await app.query("update application_holders set created_at = '2026-03-02T03:00:00Z' where id = $1", [
      await rowOf(application.id, "Safari on iOS"),
    ]);
    const { status, html, text } = await page(application.own, `/apply/${application.id}/browsers`);
    expect(status).toBe(200);
    expect(text.match(/(Chrome on Android|Safari on iOS|Unknown browser) (This browser )?First used/g)?.sort()).toEqual(
      ["Chrome on Android This browser First used", "Safari on iOS First used", "Unknown browser First used"],
    );
    expect(text.indexOf("Chrome on Android This browser")).toBeLessThan(text.indexOf("Safari on iOS"));
    // In Nassau it was still the day before.
    expect(text).toMatch(
      /Safari on iOS First used March 1, 2026 Last used \w+ \d+, \d{4} at [\d:]+\s[AP]M Nassau time/,
    );
    expect(text).not.toMatch(/Firefox|evil/);
    for (const { hash } of await app.query<{ hash: string }>("select token_hash as hash from application_holders"))
      expect(html).not.toContain(hash);
    for (const path of [`/apply/${application.id}?exit=1`, `/apply/${application.id}/browsers`])
      expect((await page(application.own, path)).html).toContain(`/apply/${application.id}/browsers`);
    expect((await page(application.own, `/apply/${application.id}`)).text).toContain("Who can open this application");
    expect(await holds(expired, application.id)).toBe(false);
  });

  test("[V-ATK-15] an ended browser opens nothing, the email gets a notice, and the end is recorded", async () => {
    const application = await begun();
    const otherBrowser = await cameIn("Safari on iOS", application);
    const third = await cameIn("Firefox on Windows", application);
    const row = await rowOf(application.id, "Safari on iOS");
    const question = await page(application.own, `/apply/${application.id}/browsers?end=${row}`);
    expect(question.text).toContain("Safari on iOS, last used");
    expect(await rowsOf(application.id)).toHaveLength(3);

    expect((await end(application.own, application.id, row)).headers.get("location")).toBe(
      `/apply/${application.id}/browsers?done=ended`,
    );
    expect([
      await holds(application.own, application.id),
      await holds(otherBrowser, application.id),
      await holds(third, application.id),
    ]).toEqual([true, false, true]);
    const refused = await otherBrowser.save(
      application.id,
      form("applicant_info", "Applicant Information", { firstName: "Mallory" }),
    );
    expect([refused.status, refused.outcome.kind]).toEqual([403, "refused"]);
    expect(await byLinkOnly(application.id)).toBe(true);
    expect(await recorded(application.id)).toEqual([
      {
        what: "browsers_ended_by_applicant",
        about: "application",
        details: { number: expect.stringMatching(/^BV\d\d-/), ended: 1 },
        address: application.own.address,
        browser: "Chrome on Android",
        staff: null,
      },
    ]);
    const [mail] = await mailsTo(app, application.email, "browsers_ended", 1);
    expect(mail?.text).toMatch(/Ended +Safari on iOS\n/);
    expect(mail?.text).toMatch(/Ended with +Chrome on Android\n/);
    expect(mail?.html).toContain("Safari on iOS");
    // The new link opens it there again.
    expect((await follow(otherBrowser, resumeLinkOf(mail).token)).status).toBe(302);
    expect(await holds(otherBrowser, application.id)).toBe(true);
  });

  test("[V-ATK-15] ending all other browsers sends one mail, and a repeated request or a foreign or unknown row sends none", async () => {
    const application = await begun();
    const otherBrowsers = [
      await cameIn("Safari on iOS", application),
      await cameIn("Safari on iOS", application),
      await cameIn("", application),
    ];
    const row = await rowOf(application.id, "Safari on iOS");
    expect((await end(application.own, application.id, "others")).headers.get("location")).toMatch(/done=ended$/);
    for (const otherBrowser of otherBrowsers) expect(await holds(otherBrowser, application.id)).toBe(false);
    expect((await mailsTo(app, application.email, "browsers_ended", 1))[0]?.text).toMatch(
      /Ended +2 × Safari on iOS and Unknown browser\n/,
    );
    const foreign = await begun();
    const foreignBrowser = await cameIn("Safari on iOS", foreign);
    for (const target of [row, "others", await rowOf(foreign.id, "Safari on iOS"), crypto.randomUUID(), "all", ""]) {
      const response = await end(application.own, application.id, target);
      expect([target, response.headers.get("location")]).toEqual([
        target,
        `/apply/${application.id}/browsers?done=gone`,
      ]);
    }
    const missing = `/apply/${application.id}/browsers?end=${await rowOf(foreign.id, "Safari on iOS")}`;
    expect((await application.own.get(missing)).headers.get("location")).toBe(
      `/apply/${application.id}/browsers?done=gone`,
    );
    expect((await page(application.own, `/apply/${application.id}/browsers?done=gone`)).text).toContain(
      "no longer on the list",
    );
    expect(await holds(foreignBrowser, foreign.id)).toBe(true);
    expect(await byLinkOnly(foreign.id)).toBe(false);
    expect((await mailed(application.email)).filter((kind) => kind === "browsers_ended")).toHaveLength(1);
    expect(await recorded(application.id)).toHaveLength(1);
    // Without access nothing can be revoked.
    expect((await end(foreignBrowser, application.id, "others")).headers.get("location")).toBe(
      `/apply/${application.id}`,
    );
    expect((await end(foreignBrowser, application.id, "links")).headers.get("location")).toBe(
      `/apply/${application.id}`,
    );
    expect(await holds(application.own, application.id)).toBe(true);
    const elsewhere = await application.own.post(
      `/apply/${application.id}/browsers`,
      { end: "others" },
      { origin: "https://evil.test" },
    );
    expect(elsewhere.status).toBe(403);
  });

  test("[V-ATK-15] ending the current browser removes the application from it without a mail", async () => {
    const application = await begun();
    const otherBrowser = await cameIn("Safari on iOS", application);
    const response = await end(application.own, application.id, await rowOf(application.id, "Chrome on Android"));
    expect(response.headers.get("location")).toBe("/");
    expect(response.headers.getSetCookie().join()).toMatch(/application-.*Max-Age=0/);
    expect(await holds(otherBrowser, application.id)).toBe(true);
    expect(await byLinkOnly(application.id)).toBe(false);
    expect(await mailed(application.email)).toEqual(["application_started"]);
  });

  test("[V-ATK-15] a browser that follows a link again is listed once, and its earlier cookie opens nothing", async () => {
    const application = await begun();
    const before = new HttpClient(app);
    for (const [name, value] of application.own.cookies) before.cookies.set(name, value);
    expect((await follow(application.own, (await welcome(application.email)).token)).status).toBe(302);
    expect([await holds(application.own, application.id), await holds(before, application.id)]).toEqual([true, false]);
    expect(await rowsOf(application.id)).toHaveLength(1);
  });

  test("[V-ATK-15] an ended browser gets back in only by a link, neither by the email nor by the key of the start", async () => {
    const email = newEmail();
    const attempt = crypto.randomUUID();
    const first = new Device(app, "Firefox on Windows");
    const id = await first.start(email, { attempt });
    const own = await cameIn("Chrome on Android", { id, email });
    const before = await page(new Device(app, ""), `/apply/${id}`);
    expect(before.text).toContain("confirm the email address");
    await end(own, id, "others");

    const { text, html } = await page(first, `/apply/${id}`);
    expect(text).toContain("To open this application here, use a link from our emails");
    expect(html).not.toContain('name="email"');
    const opened = await first.post(`/apply/${id}`, { intent: "open", email, kept: "step=a&firstName=Kept" });
    expect([opened.status, opened.headers.getSetCookie()]).toEqual([403, []]);
    const message = await opened.text();
    expect(message).toContain("use a link from our emails");
    // Fields of a form without JavaScript are preserved.
    expect(message).toContain('value="Kept"');
    const again = await first.post("/apply", { email, terms: "yes", attempt });
    expect(again.headers.get("location")).not.toBe(`/apply/${id}`);
    expect(await holds(first, id)).toBe(false);

    expect(await (await first.post(`/apply/${id}`, { intent: "send-link" })).text()).toContain(
      "we’ll email a new link",
    );
    const fresh = resumeLinkOf((await mailsTo(app, email, "resume_link", 1))[0]);
    expect((await follow(first, fresh.token)).status).toBe(302);
    expect(await holds(first, id)).toBe(true);
  });

  test("[V-ATK-15] the time of the last use is updated by pages and saves, but not by each of them", async () => {
    const application = await begun();
    const lastUsed = async () => (await rowsOf(application.id))[0]?.last.getTime() ?? 0;
    const setBack = (minutes: number) =>
      app.query(
        "update application_holders set last_used_at = now() - make_interval(mins => $2) where application_id = $1",
        [application.id, minutes],
      );
    const save = async () =>
      expect(
        (await application.own.save(application.id, { step: "applicant_info", revision: String(revision++) })).status,
      ).toBe(200);
    let revision = 0;
    await setBack(5);
    const five = await lastUsed();
    await application.own.get(`/apply/${application.id}`);
    expect(await lastUsed()).toBe(five);
    await setBack(60);
    await application.own.get(`/apply/${application.id}`);
    expect(Date.now() - (await lastUsed())).toBeLessThan(5 * 60_000);

    // A tab that only saves: its first saves write nothing else.
    await setBack(60);
    const hour = await lastUsed();
    await save();
    await save();
    expect(await lastUsed()).toBe(hour);
    for (const advanced of [300_000, 600_000]) {
      app.child.kill("SIGUSR2");
      await until("the clock", () => app.output().includes(`went on by ${advanced} ms`));
    }
    await save();
    await until("the last use", async () => (await lastUsed()) > hour);
  });
});
