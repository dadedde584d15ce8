import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AppServer } from "../harness/app-server";
import { browsersOf, Device } from "../harness/browser/devices";
import { mailsTo, resumeLinkOf } from "../harness/fakes/mails";
import { HttpClient } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

let program: AppServer;
beforeAll(async () => {
  program = await sharedApp();
});
beforeEach(() => program.query("delete from limit_counts"));

const { begun, follow, welcome, cameIn, rowsOf, end, page, holds, recorded, mailed, byLinkOnly } = browsersOf(
  () => program,
);

describe("a new link that replaces all others", () => {
  const renew = (device: Device, id: string) => end(device, id, "links");

  test("[V-ATK-16] older links are treated as expired, truncated and forged ones as unknown, and the new one opens the application", async () => {
    const app = await begun();
    const other = await cameIn("Safari on iOS", app);
    const { token: old } = await welcome(app.email);
    const tokenNow = () => program.query("select resume_token as token from visa_applications where id = $1", [app.id]);
    const before = await tokenNow();
    const question = await page(app.own, `/apply/${app.id}/browsers?end=links`);
    expect(question.text).toContain("Links we’ve already sent will stop opening");
    expect(await tokenNow()).toEqual(before);

    expect((await renew(app.own, app.id)).headers.get("location")).toBe(`/apply/${app.id}/browsers?done=renewed`);
    expect(await tokenNow()).not.toEqual(before);
    expect([await holds(app.own, app.id), await holds(other, app.id)]).toEqual([true, false]);
    expect(await byLinkOnly(app.id)).toBe(true);

    const expired = await page(other, `/application/resume?token=${old}`);
    expect([expired.status, expired.text.includes("This link has expired")]).toEqual([200, true]);
    const used = await follow(other, old);
    expect([used.status, used.headers.getSetCookie()]).toEqual([400, []]);
    const letters = [...old];
    letters[40] = letters[40] === "A" ? "B" : "A";
    for (const token of [old.slice(0, -1), letters.join(""), `${old.slice(0, -4)}AAAA`, old.slice(0, 72)]) {
      expect((await other.get(`/application/resume?token=${token}`)).status).toBe(404);
      expect((await follow(other, token)).status).toBe(400);
    }
    const [mail] = await mailsTo(program, app.email, "resume_link", 1);
    expect(mail?.text?.replace(/\s+/g, " ")).toContain(
      "All links before this one have ended, and one other browser can no longer open the application",
    );
    expect((await follow(other, resumeLinkOf(mail).token)).status).toBe(302);
    expect(await holds(other, app.id)).toBe(true);
    expect(await mailed(app.email)).toEqual(["application_started", "resume_link"]);
    expect(await recorded(app.id)).toMatchObject([
      {
        what: "links_ended_by_applicant",
        details: { ended: 1 },
        address: app.own.address,
        browser: "Chrome on Android",
      },
    ]);

    // The expired page's offer sends a working link, only to the stored email.
    await other.post("/application/resume", { token: old, intent: "send-link" });
    const sent = await mailsTo(program, app.email, "resume_link", 2);
    expect((await follow(new Device(program, ""), resumeLinkOf(sent[1]).token)).status).toBe(302);
  });

  test("[V-ATK-16] replacing the links is limited like resume links, per browser, and a refused request sends no mail", async () => {
    const app = await begun();
    const attacker = await cameIn("Firefox on Windows", app);
    // Knowing the id only uses up one's own limit of links, not that of a browser with access.
    const otherUser = new HttpClient(program);
    for (let count = 0; count < 6; count++) await otherUser.post(`/apply/${app.id}`, { intent: "send-link" });
    for (let count = 0; count < 5; count++) expect((await renew(app.own, app.id)).status).toBe(302);
    expect(await holds(attacker, app.id)).toBe(false);
    const mails = (await mailed(app.email)).length;
    const refused = await renew(app.own, app.id);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
    expect(await refused.text()).toContain("Please try again in an hour");
    expect(await mailed(app.email)).toHaveLength(mails);
  });
});

describe("a submitted application", () => {
  test("[V-ATK-17] id and email together don't open a submitted application, and the response is the same for every email", async () => {
    const app = await begun();
    await app.own.fillIn(app.id);
    const otherUser = new HttpClient(program);
    expect((await app.own.submit(app.id)).outcome.kind).toBe("submitted");
    const status = await page(otherUser, `/apply/${app.id}`);
    expect(status.html).not.toContain('value="open"');
    expect(status.html).not.toContain('name="email"');
    const [{ number } = { number: "" }] = await program.query<{ number: string }>(
      "select application_number as number from visa_applications where id = $1",
      [app.id],
    );
    const answers = [];
    for (const [place, email] of [
      [app.id, app.email],
      [app.id, "somebody@else.example"],
      [app.id, ""],
      [number, app.email],
      ["BV26-0000-0000", app.email],
    ]) {
      await program.query("delete from limit_counts");
      const answer = await otherUser.post(`/apply/${place}`, { intent: "open", email: email ?? "" });
      expect([place, answer.status, answer.headers.getSetCookie()]).toEqual([place, 403, []]);
      answers.push((await answer.text()).replace(/<script[\s\S]*?<\/script>|nonce="[^"]*"/g, ""));
    }
    expect(new Set(answers.slice(0, 3)).size).toBe(1);
    expect(answers[0]).toContain("To open this application here, use a link from our emails");
    expect(answers[0]).not.toMatch(/Nadège|submitted/i);
    for (const answer of answers.slice(3)) expect(answer).toContain("isn’t enough to open an application");
    expect(await rowsOf(app.id)).toHaveLength(1);
    // With access, its page lists the browsers like a draft's.
    expect((await page(app.own, `/apply/${app.id}`)).html).toContain(`/apply/${app.id}/browsers`);
    const other = await cameIn("Safari on iOS", app);
    expect((await end(app.own, app.id, "others")).status).toBe(302);
    expect(await holds(other, app.id)).toBe(false);
    expect((await mailsTo(program, app.email, "browsers_ended", 1))[0]?.text).toContain("View my application");
  });
});
