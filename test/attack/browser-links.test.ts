import { beforeEach, describe, expect, test } from "vitest";
import { browsersOf, Device } from "../harness/browser/devices";
import { mailsTo, resumeLinkOf } from "../harness/fakes/mails";
import { HttpClient } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
beforeEach(() => app.query("delete from limit_counts"));

const { begun, follow, welcome, cameIn, rowsOf, end, page, holds, recorded, mailed, byLinkOnly } = browsersOf(
  () => app,
);

describe("a new link that replaces all others", () => {
  const renew = (device: Device, id: string) => end(device, id, "links");

  test("[V-ATK-16] older links are treated as expired, truncated and forged ones as unknown, and the new one opens the application", async () => {
    const application = await begun();
    const otherBrowser = await cameIn("Safari on iOS", application);
    const { token: old } = await welcome(application.email);
    const tokenNow = () =>
      app.query("select resume_token as token from visa_applications where id = $1", [application.id]);
    const before = await tokenNow();
    const question = await page(application.own, `/apply/${application.id}/browsers?end=links`);
    expect(question.text).toContain("Links we’ve already sent will stop opening");
    expect(await tokenNow()).toEqual(before);

    expect((await renew(application.own, application.id)).headers.get("location")).toBe(
      `/apply/${application.id}/browsers?done=renewed`,
    );
    expect(await tokenNow()).not.toEqual(before);
    expect([await holds(application.own, application.id), await holds(otherBrowser, application.id)]).toEqual([
      true,
      false,
    ]);
    expect(await byLinkOnly(application.id)).toBe(true);

    const expired = await page(otherBrowser, `/application/resume?token=${old}`);
    expect([expired.status, expired.text.includes("This link has expired")]).toEqual([200, true]);
    const used = await follow(otherBrowser, old);
    expect([used.status, used.headers.getSetCookie()]).toEqual([400, []]);
    const letters = [...old];
    letters[40] = letters[40] === "A" ? "B" : "A";
    for (const token of [old.slice(0, -1), letters.join(""), `${old.slice(0, -4)}AAAA`, old.slice(0, 72)]) {
      expect((await otherBrowser.get(`/application/resume?token=${token}`)).status).toBe(404);
      expect((await follow(otherBrowser, token)).status).toBe(400);
    }
    const [mail] = await mailsTo(app, application.email, "resume_link", 1);
    expect(mail?.text?.replace(/\s+/g, " ")).toContain(
      "All earlier links have stopped working, and one other browser can no longer open the application",
    );
    expect((await follow(otherBrowser, resumeLinkOf(mail).token)).status).toBe(302);
    expect(await holds(otherBrowser, application.id)).toBe(true);
    expect(await mailed(application.email)).toEqual(["application_started", "resume_link"]);
    expect(await recorded(application.id)).toMatchObject([
      {
        what: "links_ended_by_applicant",
        details: { ended: 1 },
        address: application.own.address,
        browser: "Chrome on Android",
      },
    ]);

    // The expired page's offer sends a working link, only to the stored email.
    await otherBrowser.post("/application/resume", { token: old, intent: "send-link" });
    const sent = await mailsTo(app, application.email, "resume_link", 2);
    expect((await follow(new Device(app, ""), resumeLinkOf(sent[1]).token)).status).toBe(302);
  });

  test("[V-ATK-16] replacing the links is limited like resume links, per browser, and a refused request sends no mail", async () => {
    const application = await begun();
    const attacker = await cameIn("Firefox on Windows", application);
    // Knowing the id only uses up one's own limit of links, not that of a browser with access.
    const otherUser = new HttpClient(app);
    for (let count = 0; count < 6; count++) await otherUser.post(`/apply/${application.id}`, { intent: "send-link" });
    for (let count = 0; count < 5; count++) expect((await renew(application.own, application.id)).status).toBe(302);
    expect(await holds(attacker, application.id)).toBe(false);
    const mails = (await mailed(application.email)).length;
    const refused = await renew(application.own, application.id);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
    expect(await refused.text()).toContain("Please try again in an hour");
    expect(await mailed(application.email)).toHaveLength(mails);
  });
});

describe("a submitted application", () => {
  test("[V-ATK-17] id and email together don't open a submitted application, and the response is the same for every email", async () => {
    const application = await begun();
    await application.own.fillIn(application.id);
    const otherUser = new HttpClient(app);
    expect((await application.own.submit(application.id)).outcome.kind).toBe("submitted");
    const status = await page(otherUser, `/apply/${application.id}`);
    expect(status.html).not.toContain('value="open"');
    expect(status.html).not.toContain('name="email"');
    const [{ number } = { number: "" }] = await app.query<{ number: string }>(
      "select application_number as number from visa_applications where id = $1",
      [application.id],
    );
    const answers = [];
    for (const [path, email] of [
      [application.id, application.email],
      [application.id, "somebody@else.example"],
      [application.id, ""],
      [number, application.email],
      ["BV26-0000-0000", application.email],
    ]) {
      await app.query("delete from limit_counts");
      const response = await otherUser.post(`/apply/${path}`, { intent: "open", email: email ?? "" });
      expect([path, response.status, response.headers.getSetCookie()]).toEqual([path, 403, []]);
      answers.push((await response.text()).replace(/<script[\s\S]*?<\/script>|nonce="[^"]*"/g, ""));
    }
    expect(new Set(answers.slice(0, 3)).size).toBe(1);
    expect(answers[0]).toContain("To open this application here, use a link from our emails");
    expect(answers[0]).not.toMatch(/Nadège|submitted/i);
    for (const answer of answers.slice(3)) expect(answer).toContain("isn’t enough to open an application");
    expect(await rowsOf(application.id)).toHaveLength(1);
    // With access, its page lists the browsers like a draft's.
    expect((await page(application.own, `/apply/${application.id}`)).html).toContain(
      `/apply/${application.id}/browsers`,
    );
    const otherBrowser = await cameIn("Safari on iOS", application);
    expect((await end(application.own, application.id, "others")).status).toBe(302);
    expect(await holds(otherBrowser, application.id)).toBe(false);
    expect((await mailsTo(app, application.email, "browsers_ended", 1))[0]?.text).toContain("View my application");
  });
});
