import { beforeEach, describe, expect, test } from "vitest";
import { serviceId } from "../harness/applicants/listed-steps";
import { pdfFile } from "../harness/applicants/uploads";
import { signIn } from "../harness/desk/desk";
import { HttpClient } from "../harness/http-client";
import { inside, type Screen, screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

// Requests without JavaScript; with it: e2e/journeys/requests.test.ts.

let client: HttpClient;
let id: string;
const app = await sharedApp();
const staff = await signIn(app);
beforeEach(() => app.query("delete from limit_counts"));

const letter = "Passport copy";
const question = "Who pays for the trip?";
const read = async (of: HttpClient, path: string) => screenOf(await (await of.get(path)).text());
const page = () => read(client, `/apply/${id}`);
const desk = () => read(staff, `/admin/applications/${id}`);
/** The page's form as a browser without JavaScript would send it, with additions. */
function formOf(screen: Screen, intent: string, add: (form: FormData, item: (name: string) => string) => void) {
  const form = new FormData();
  for (const input of screen.element.querySelectorAll<HTMLInputElement>(
    'form[action$="/requests"] input[type="hidden"]',
  ))
    form.append(input.name, input.value);
  form.set("intent", intent);
  add(form, (name) => screen.getByRole("group", { name }).querySelector<HTMLInputElement>("[name=item]")?.value ?? "");
  return form;
}
const send = (form: FormData) => client.post(`/apply/${id}/requests`, form);
/** The text of a page's section. */
const section = (screen: Screen, name: string) => inside(screen.getByRole("region", { name })).words;
/** Submits an item's form at the desk. */
async function decide(button: string, fields: Record<string, string>, name: string) {
  const screen = await desk();
  const form = [...screen.element.querySelectorAll("form")].find(
    (element) =>
      element.querySelector('input[name="item"]') &&
      element.querySelector("button")?.textContent?.startsWith(button) &&
      element.closest("li")?.textContent?.includes(name),
  );
  const data = Object.fromEntries(
    [...(form?.querySelectorAll("input") ?? [])].map((input) => [input.name, input.value]),
  );
  return staff.post(`/admin/applications/${id}/requests`, { ...data, ...fields });
}

describe("requests without JavaScript", () => {
  test("[C-MISS-2, C-BOTH-1] after a submission the missing documents are an open request on the applicant's page and at the desk", async () => {
    client = new HttpClient(app);
    const service = await serviceId(app, "us-travel-b1-b2-visa");
    await app.query(
      "update document_requirements set is_required = document_type = 'passport_copy', document_name = case document_type when 'passport_copy' then $2 else document_name end where visa_service_id = $1",
      [service, letter],
    );
    id = await client.start("without.script@mail.example", { service });
    await client.fillIn(id);
    expect((await client.submit(id)).outcome.kind).toBe("submitted");
    const after = await read(client, `/apply/${id}?submitted=1`);
    expect(section(after, "Open")).toContain("Still missing");
    expect(after.getByRole("link", { name: letter }).getAttribute("href")).toMatch(/^#item-/);
    expect(section(await desk(), "Requests")).toContain(letter);
  });

  test("[C-REQ-1, C-BOTH-1] staff ask a question, and an invalid request shows its error at the field with the typed values", async () => {
    const path = `/admin/applications/${id}/requests`;
    const fields = { what: "question", name: question, reason: "", dueOn: "", ifLate: "", setStatus: "yes" };
    const attempt = crypto.randomUUID();
    const refused = await staff.post(path, { ...fields, intent: "ask", attempt });
    expect(refused.status).toBe(422);
    const shown = screenOf(await refused.text());
    expect(shown.getByRole("alert").textContent).toContain("Say why you need it: the applicant reads this.");
    expect(shown.getByDisplayValue(question)).toBeTruthy();
    // Enter in an input uses the form's first submit button.
    const enter = shown.element.querySelector<HTMLButtonElement>('form[data-keep="ask"] button');
    expect([enter?.name, enter?.value]).toEqual(["intent", "show"]);
    const same = screenOf(await (await staff.post(path, { ...fields, intent: "show", attempt })).text());
    expect(same.getAllByLabelText("What do you need?")).toHaveLength(1);
    const more = screenOf(await (await staff.post(path, { ...fields, intent: "more", attempt })).text());
    expect(more.getAllByLabelText("What do you need?")).toHaveLength(2);
    const response = await staff.post(path, { ...fields, reason: "It was left open.", intent: "ask", attempt });
    expect(response.headers.get("location")).toBe(`/admin/applications/${id}#requests`);
  });

  test("[C-ANS-3, C-ANS-6, C-ANS-8] valid files are stored and invalid ones named, the text is saved, and Send names what is still missing", async () => {
    const mixed = formOf(await page(), "save", (form, item) => {
      for (const file of [pdfFile("front.pdf"), new File(["x".repeat(2000)], "front.exe")])
        form.append(`file-${item(letter)}`, file);
      form.set(`text-${item(question)}`, "My sister");
    });
    const refused = await send(mixed);
    expect(refused.status).toBe(422);
    const shown = screenOf(await refused.text());
    expect(inside(shown.getByRole("group", { name: letter })).words).toContain(
      "front.exe: File type .exe is not allowed.",
    );
    expect(shown.getByRole("link", { name: "front.pdf" })).toBeTruthy();
    expect((await page()).getByDisplayValue("My sister")).toBeTruthy();
    const sent = await send(formOf(await page(), "send", (form, item) => form.set(`text-${item(question)}`, "")));
    expect(sent.status).toBe(302);
    const after = await read(client, sent.headers.get("location") ?? "");
    expect(section(after, "Open")).toContain(`Sent: 1 of 2. Still open: ${question}.`);
    expect(section(after, "Done")).toContain("front.pdf");
    await send(formOf(await page(), "send", (form, item) => form.set(`text-${item(question)}`, "My sister")));
    expect(section(await page(), "Open")).toContain(
      "Nothing is open. We’ll write to you as soon as we need something.",
    );
  });

  test("[C-CHK-3, C-CHK-4, C-BOTH-1] a document requested again is open with the reason, is replaced by the applicant, and is accepted by staff", async () => {
    const nothing = await decide("Ask again", { reason: "", setStatus: "yes" }, letter);
    expect(nothing.status).toBe(422);
    expect(screenOf(await nothing.text()).words).toContain("Say what is wrong with it: the applicant reads this.");
    expect((await decide("Ask again", { reason: "It is dark.", setStatus: "yes" }, letter)).status).toBe(302);
    const open = inside((await page()).getByRole("group", { name: letter }));
    expect(open.words).toContain("Not accepted: It is dark.");
    expect(open.getByRole("link", { name: "front.pdf" })).toBeTruthy();
    await send(
      formOf(await page(), "send", (form, item) => form.append(`file-${item(letter)}`, pdfFile("bright.pdf"))),
    );
    for (const name of [letter, question]) expect((await decide("Accept", {}, name)).status).toBe(302);
    const [done, atDesk] = [section(await page(), "Done"), section(await desk(), "Requests")];
    expect(done.match(/Accepted/g)).toHaveLength(2);
    expect(atDesk).toContain("Done (2)");
  });

  test("[C-BOTH-4] a stranger sees no request and can store nothing", async () => {
    const otherUser = new HttpClient(app);
    await staff.post(`/admin/applications/${id}/requests`, {
      ...{ what: "question", name: "Which hotel?", reason: "You named none.", dueOn: "", ifLate: "" },
      ...{ intent: "ask", attempt: crypto.randomUUID() },
    });
    const own = await page();
    expect(section(own, "Open")).toContain("Which hotel?");
    expect((await read(otherUser, `/apply/${id}`)).words).not.toMatch(/Which hotel|My sister|bright\.pdf/);
    expect((await otherUser.get(`/apply/${id}/requests`)).headers.get("location")).toBe(`/apply/${id}`);
    const form = () => formOf(own, "send", (data, item) => data.set(`text-${item("Which hotel?")}`, "Mine"));
    expect((await otherUser.post(`/apply/${id}/requests`, form())).headers.get("location")).toBe(`/apply/${id}`);
    expect((await otherUser.post(`/apply/${id}/requests/save`, form())).status).toBe(403);
    expect(section(await page(), "Open")).toContain("Which hotel?");
  });

  test("[C-BOTH-6, C-BOTH-1] a file saved after the request was closed becomes a message, and the applicant reads that it did", async () => {
    await staff.post(`/admin/applications/${id}/requests`, {
      ...{ what: "document", name: "Hotel booking", reason: "You named none.", dueOn: "", ifLate: "" },
      ...{ intent: "ask", attempt: crypto.randomUUID() },
    });
    const late = formOf(await page(), "save", (form, item) =>
      form.append(`file-${item("Hotel booking")}`, pdfFile("booking.pdf")),
    );
    const closed = { status: "withdrawn", message: "", intent: "status-sure", attempt: crypto.randomUUID() };
    expect((await staff.post(`/admin/applications/${id}`, closed)).status).toBe(302);
    const after = await read(client, (await send(late)).headers.get("location") ?? "");
    expect(after.words).toContain(
      "We closed this request before your answer arrived, so we’ve added your answer to the messages.",
    );
    expect(after.words).not.toContain("Nothing was sent yet");
    expect(inside(after.getByRole("region", { name: "Messages" })).words).toContain("booking.pdf");
  });
});
