import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { inDays, insertAppointment, openDay, surely } from "../harness/desk/appointments";
import { signIn } from "../harness/desk/desk";
import { fill, press } from "../harness/desk/form";
import { mailsTo } from "../harness/fakes/mails";
import { HttpClient } from "../harness/http-client";
import { inside, screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
const desk = await signIn(app);

let people = 0;
async function submitted() {
  const client = new HttpClient(app);
  const email = `appointments${++people}@mail.example`;
  const id = await client.start(email);
  await app.query("update visa_applications set status = 'under_review', submitted_at = now() where id = $1", [id]);
  return { visitor: client, email, id, page: `/apply/${id}`, case: `/admin/applications/${id}` };
}
const open = async (by: HttpClient, path: string) => screenOf(await (await by.get(path)).text());
const rows = (id: string) =>
  app.query("select id, kind, state, sequence, confirmed_at, other_time from appointments where application_id = $1", [
    id,
  ]);
const eventOf = (file: string) => {
  const calendar = new ICAL.Component(ICAL.parse(file));
  const component = calendar.getFirstSubcomponent("vevent");
  if (!component) throw new Error("There is no event");
  const { uid, sequence, startDate, location } = new ICAL.Event(component);
  const [method, status] = [calendar.getFirstPropertyValue("method"), component.getFirstPropertyValue("status")];
  const zone = component.getFirstProperty("dtstart")?.getParameter("tzid");
  return { uid, sequence, method, status, zone, start: String(startDate), location };
};

test("[C-BOTH-1, C-APPT-1, C-APPT-2] without JavaScript, the status leads to the interview form, which shows its errors and [F-DESK-4] the confirmation of its time at the fields with the typed values", async () => {
  const { id, case: path } = await submitted();
  let page = await open(desk, path);
  fill(page, "New status", "interview_scheduled");
  page = screenOf(await (await press(desk, page.getByRole("button", { name: "Update Status" }), path)).text());
  expect(inside(page.getAllByRole("alert")[0] as HTMLElement).words).toContain(
    "Give the interview a day, a time, and a place or link.",
  );
  const form = page.getByRole("link", { name: "Make the interview" }).getAttribute("href") ?? "";
  page = await open(desk, form);
  const day = openDay(7);
  fill(page, "Day", day);
  fill(page, /^What to bring/, "Your passport");
  const refused = await press(desk, page.getByRole("button", { name: "Make the appointment" }), form);
  expect(refused.status).toBe(400);
  page = screenOf(await refused.text());
  const describedBy = (label: string) => {
    const field = page.getByLabelText(label);
    const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
    return ids.map((id) => page.element.querySelector(`#${id}`)?.textContent).join(" ");
  };
  expect(describedBy("Time")).toContain("Choose a time.");
  expect(describedBy("Place or link")).toContain("Enter a place, or a link that starts with https://.");
  expect(page.getByLabelText("Day")).toHaveProperty("value", day);
  expect(page.getByLabelText(/^What to bring/)).toHaveProperty("value", "Your passport");
  expect(await rows(id)).toEqual([]);
  fill(page, "Time", "04:30");
  fill(page, "Place or link", "12 Shirley Street, Nassau");
  const response = await press(desk, page.getByRole("button", { name: "Make the appointment" }), form);
  page = screenOf(await response.text());
  expect([response.status, await rows(id)]).toEqual([400, []]);
  const yes = "Yes, this is the time of the appointment";
  expect(describedBy(yes)).toMatch(/On .+, the office is open .+ in Nassau\. Is the time right\?$/);
  expect(page.getByLabelText("Time")).toHaveProperty("value", "04:30");
  Object.assign(page.getByLabelText(yes), { checked: true });
  const made = await press(desk, page.getByRole("button", { name: "Make the appointment" }), form);
  expect([made.status, made.headers.get("location")]).toEqual([302, `${path}#appointments`]);
  expect(await rows(id)).toMatchObject([{ kind: "interview", state: "planned", sequence: 0 }]);
  const [row] = await app.query("select status from visa_applications where id = $1", [id]);
  expect(row).toEqual({ status: "interview_scheduled" });
});

test("[C-APPT-3, C-APPT-4, C-APPT-5] the mails of making, moving and cancelling an appointment, and of the status, carry one calendar file each", async () => {
  const { id, email, case: path } = await submitted();
  const form = `${path}/appointments`;
  const fields = {
    ...{ kind: "interview", status: "yes", zone: "Europe/London", time: "10:30", day: inDays(7).day, minutes: "30" },
    ...{ place: "https://meet.example/7", bring: "Your passport" },
  };
  expect((await desk.post(form, { ...surely(fields), intent: "make" })).status).toBe(302);
  const [made] = await rows(id);
  const of = (seen: number) => ({ ...fields, appointment: `${made?.id}`, seen: `${seen}` });
  expect((await desk.post(form, { ...surely({ ...of(0), time: "11:45" }), intent: "move" })).status).toBe(302);
  expect((await desk.post(form, { ...of(1), intent: "cancel" })).status).toBe(302);
  const [status] = await mailsTo(app, email, "status_update", 1);
  const otherMails = await mailsTo(app, email, "appointment", 2);
  const files = [status, ...otherMails].map((mail) => {
    const parts = mail?.attachments.filter(({ mimeType }) => mimeType === "text/calendar") ?? [];
    expect(parts).toHaveLength(1);
    const [{ content, method } = { content: "", method: "" }] = parts;
    return { ...eventOf(typeof content === "string" ? content : new TextDecoder().decode(content)), part: method };
  });
  const day = inDays(7).day;
  expect(files).toMatchObject([
    { sequence: 0, method: "REQUEST", part: "REQUEST", status: "CONFIRMED", start: `${day}T10:30:00` },
    { sequence: 1, method: "REQUEST", part: "REQUEST", status: "CONFIRMED", start: `${day}T11:45:00` },
    { sequence: 2, method: "CANCEL", part: "CANCEL", status: "CANCELLED", start: `${day}T11:45:00` },
  ]);
  expect(new Set(files.map(({ uid }) => uid)).size).toBe(1);
  expect(files.every(({ zone, location }) => zone === "Europe/London" && location === fields.place)).toBe(true);
  const words = [status, ...otherMails].map((mail) => (mail?.text ?? "").replace(/\s+/g, " "));
  for (const text of words) {
    expect(text).toContain("Interview");
    expect(text).toMatch(/at 1[01]:\d\d AM London time .*AM Nassau time/);
  }
  // The last one cancels: its mail has no place and no instructions (F-APPL-13).
  for (const [index, text] of words.entries())
    for (const detail of [fields.place, "Your passport"])
      expect([index, text.includes(detail)]).toEqual([index, index < words.length - 1]);
  expect(words[1]).toMatch(/Before .*at 10:30 AM London time/);
});

describe("the applicant's page", () => {
  test("[C-APPT-7] without JavaScript, the page lists each appointment that is not over in Nassau time and in its own zone, and once if both are the same", async () => {
    const { visitor: client, id, page: path } = await submitted();
    const startsAt = new Date("2099-06-16T14:30:00Z");
    await insertAppointment(app, id, { startsAt, zone: "Europe/London", kind: "call" });
    await insertAppointment(app, id, { startsAt, zone: "America/New_York", kind: "biometrics" });
    await insertAppointment(app, id, { startsAt: new Date(Date.now() - 2 * 86_400_000), kind: "collection" });
    const page = inside((await open(client, path)).getByRole("region", { name: "Appointments" }));
    const times = (name: string) =>
      inside(page.getByRole("article", { name }))
        .getAllByText(/[AP]M .* time$/)
        .map((time) => time.textContent);
    expect(times("Call")).toEqual([
      "Tuesday, June 16, 2099 at 10:30 AM Nassau time",
      "Tuesday, June 16, 2099 at 3:30 PM London time",
    ]);
    expect(times("Biometrics")).toEqual(["Tuesday, June 16, 2099 at 10:30 AM Nassau and New York time"]);
    expect(page.queryByRole("article", { name: "Collection" })).toBeNull();
  });

  test("[C-APPT-9, C-BOTH-1] without JavaScript, the applicant confirms an appointment, and both sides see that with the day", async () => {
    const { visitor: client, id, page: path, case: deskPath } = await submitted();
    await insertAppointment(app, id);
    const response = await press(
      client,
      (await open(client, path)).getByRole("button", { name: "Confirm appointment" }),
      path,
    );
    expect([response.status, response.headers.get("location")]).toEqual([302, `${path}#appointments`]);
    const today = new Date().toLocaleDateString("en-US", { dateStyle: "long", timeZone: "America/Nassau" });
    const page = await open(client, path);
    page.getByText(`Confirmed on ${today}`);
    expect(page.queryByRole("button", { name: "Confirm appointment" })).toBeNull();
    (await open(desk, deskPath)).getByText(`Confirmed on ${today}`);
  });

  test("[C-APPT-9, C-BOTH-1] without JavaScript, the applicant requests another time, and a request that is too long stays in its field", async () => {
    const { visitor: client, id, page: path, case: deskPath } = await submitted();
    await insertAppointment(app, id);
    let page = await open(client, path);
    fill(page, "Which other time would suit you?", "x".repeat(512));
    const send = () => page.getByRole("button", { name: "Send" });
    const refused = await press(client, send(), path);
    expect(refused.status).toBe(422);
    page = screenOf(await refused.text());
    page.getByText("Please use at most 500 characters; this has 512.");
    expect(page.getByLabelText("Which other time would suit you?")).toHaveProperty("value", "x".repeat(512));
    fill(page, "Which other time would suit you?", "After two, <b>please</b>.");
    expect((await press(client, send(), path)).status).toBe(302);
    (await open(client, path)).getByText("After two, <b>please</b>.");
    (await open(desk, deskPath)).getByText("After two, <b>please</b>.");
    expect(await rows(id)).toMatchObject([{ state: "planned", sequence: 0 }]);
  });

  test("[C-APPT-8] Add to calendar gives only the holder the current calendar file", async () => {
    const { visitor: client, id, page: path } = await submitted();
    const appointment = await insertAppointment(app, id);
    const link = (await open(client, path)).getByRole("link", { name: "Add to calendar" }).getAttribute("href") ?? "";
    expect(link).toBe(`/apply/${id}/appointments/${appointment}.ics`);
    const file = await client.get(link);
    expect([file.status, file.headers.get("content-type")?.split(";")[0]]).toEqual([200, "text/calendar"]);
    const first = eventOf(await file.text());
    expect(first).toMatchObject({ sequence: 0, method: "REQUEST", zone: "America/Nassau" });
    await app.query("update appointments set state = 'cancelled', sequence = 1 where id = $1", [appointment]);
    expect(eventOf(await (await client.get(link)).text())).toMatchObject({
      ...{ uid: first.uid, sequence: 1, method: "CANCEL", status: "CANCELLED" },
    });
    const otherCase = await submitted();
    for (const by of [new HttpClient(app), otherCase.visitor, desk]) expect((await by.get(link)).status).toBe(404);
    expect((await otherCase.visitor.get(link.replace(id, otherCase.id))).status).toBe(404);
    expect((await client.get(`/apply/${id}/appointments/${crypto.randomUUID()}.ics`)).status).toBe(404);
  });

  test("[C-BOTH-4] a stranger sees no appointment and can change nothing by its forms", async () => {
    const { id, page: path } = await submitted();
    const appointment = await insertAppointment(app, id, { place: "Secret Street" });
    const before = await rows(id);
    const { visitor: otherClient } = await submitted();
    for (const by of [new HttpClient(app), otherClient]) {
      expect((await open(by, path)).words).not.toMatch(/Secret Street|Interview/);
      expect((await by.get(`${path}/appointments`)).headers.get("location")).toBe(path);
      for (const intent of ["confirm", "other-time"]) {
        const response = await by.post(`${path}/appointments`, { intent, appointment, seen: "0", text: "Later" });
        expect([response.status, response.headers.get("location")]).toEqual([302, path]);
      }
    }
    expect(await rows(id)).toEqual(before);
  });
});

describe("[C-APPT-13] the week of appointments", () => {
  const week = "/admin/appointments";
  const at = (instant: string) => new Date(instant);

  test("the week lists appointments from Monday to Sunday in Nassau with time, kind, applicant, number and confirmation", async () => {
    const { id, email } = await submitted();
    await insertAppointment(app, id, { startsAt: at("2098-11-24T05:00:00Z"), kind: "interview" });
    await insertAppointment(app, id, {
      ...{ startsAt: at("2098-12-01T04:59:00Z"), kind: "biometrics", confirmed_at: at("2098-11-20T15:00:00Z") },
    });
    await insertAppointment(app, id, { startsAt: at("2098-11-24T04:59:00Z"), kind: "call" });
    await insertAppointment(app, id, { startsAt: at("2098-12-01T05:00:00Z"), kind: "collection" });
    await insertAppointment(app, id, { startsAt: at("2098-11-26T15:00:00Z"), state: "cancelled" });
    const [row] = await app.query<{ number: string }>(
      "select application_number as number from visa_applications where id = $1",
      [id],
    );
    const page = await open(desk, `${week}?week=2098-11-26`);
    expect(page.words).toContain("November 24, 2098 to November 30, 2098, Nassau time");
    const lines = page.getAllByRole("row").filter((line) => line.querySelector("td"));
    expect(lines.map((line) => inside(line).words)).toEqual([
      expect.stringMatching(new RegExp(`^12:00 AM ?Interview.*${email}.*${row?.number}.*Not confirmed yet$`)),
      expect.stringMatching(new RegExp(`^11:59 PM ?Biometrics.*${row?.number}.*Confirmed on November 20, 2098$`)),
    ]);
    expect(page.getAllByRole("link", { name: row?.number ?? "" })[0]?.getAttribute("href")).toBe(
      `/admin/applications/${id}`,
    );
    const to = (name: string) => page.getByRole("link", { name }).getAttribute("href");
    expect([to("Week before"), to("Week after"), to("This week")]).toEqual([
      `${week}?week=2098-11-17`,
      `${week}?week=2098-12-01`,
      week,
    ]);
  });

  test("an empty week says so, and without a valid day the current week is shown", async () => {
    await app.query("delete from appointments");
    for (const search of ["", "?week=tomorrow", "?week=2026-02-30"]) {
      const page = await open(desk, week + search);
      page.getByText("No appointments this week.");
      expect(page.queryByRole("link", { name: "This week" })).toBeNull();
    }
    const menu = (await open(desk, "/admin")).getAllByRole("link", { name: "Appointments" });
    expect(menu[0]?.getAttribute("href")).toBe(week);
  });
});
