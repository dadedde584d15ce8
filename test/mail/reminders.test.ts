import { describe, expect, test } from "vitest";
import { remindedCase } from "../harness/case/reminded";
import { HttpClient } from "../harness/http-client";
import { screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

const client = () => new HttpClient(app);
const stopped = async (...ids: string[]) => {
  const rows = await app.query<{ id: string }>("select id from key_dates where stopped_at is not null");
  return ids.map((id) => rows.some((row) => row.id === id));
};
const page = async (response: Response) => ({ status: response.status, screen: screenOf(await response.text()) });

describe("the page of a reminder’s stop link", () => {
  test("[X-REMIND-6] opening it stops nothing, its buttons stop and resume the dates of the mail, without signing in", async () => {
    const { permit, passport, path } = await remindedCase(app);
    const opened = await page(await client().get(path));
    expect(opened.status).toBe(200);
    expect(opened.screen.getByRole("heading", { level: 1 }).textContent).toBe("Stop these reminders?");
    expect(opened.screen.words).toContain("Work or residence permit ends in 30 days");
    expect(opened.screen.words).not.toContain("Passport");
    expect(await stopped(permit, passport)).toEqual([false, false]);
    const after = await page(await client().post(path, { intent: "stop" }));
    expect(after.screen.words).toContain("You stopped these reminders.");
    expect(after.screen.getByRole("button", { name: "Remind me again" })).toBeTruthy();
    expect(await stopped(permit, passport)).toEqual([true, false]);
    expect((await page(await client().get(path))).screen.words).toContain("You stopped these reminders.");
    const again = await page(await client().post(path, { intent: "resume" }));
    expect(again.screen.getByRole("heading", { level: 1 }).textContent).toBe("We’ll remind you again");
    expect(await stopped(permit, passport)).toEqual([false, false]);
  });

  test("[X-REMIND-6] with All reminders of this case checked it stops all that the case has", async () => {
    const { permit, passport, path } = await remindedCase(app);
    const { screen } = await page(await client().get(path));
    expect(screen.getByRole("checkbox", { name: /^All reminders of this case/ }).getAttribute("name")).toBe("all");
    await client().post(path, { intent: "stop", all: "yes" });
    expect(await stopped(permit, passport)).toEqual([true, true]);
  });

  test("[X-REMIND-6] a mail client’s one-click request (RFC 8058) stops them without an origin, a forged one nothing", async () => {
    const { permit, passport, mail } = await remindedCase(app);
    const headers = new Map(mail.headers.map(({ key, value }) => [key, value]));
    expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const url = /^<http:\/\/localhost:\d+(\/reminders\?token=[\w-]+)>$/.exec(
      headers.get("list-unsubscribe") ?? "",
    )?.[1];
    const click = { "List-Unsubscribe": "One-Click" };
    const forged = `${url?.slice(0, -4)}AAAA`;
    expect((await client().post(forged, click, { origin: undefined })).status).toBe(400);
    expect((await client().get(forged)).status).toBe(404);
    expect(await stopped(permit, passport)).toEqual([false, false]);
    expect((await client().post(url ?? "", click, { origin: undefined })).status).toBe(200);
    expect(await stopped(permit, passport)).toEqual([true, false]);
  });
});
