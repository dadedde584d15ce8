import { beforeEach, describe, expect, test } from "vitest";
import { standardSteps } from "../../../app/applications/steps/registry";
import { newEmail } from "../../harness/applicants/begun";
import { serviceId } from "../../harness/applicants/listed-steps";
import { upload } from "../../harness/applicants/uploads";
import { plain, signIn } from "../../harness/desk/desk";
import { continueBy, mailsTo, resumeLinkOf } from "../../harness/fakes/mails";
import { form, HttpClient } from "../../harness/http-client";
import { inside, screenOf } from "../../harness/screen";
import { sharedApp } from "../../harness/shared";

const app = await sharedApp();
const desk = await signIn(app);
beforeEach(() => app.query("delete from limit_counts"));

const linkText = "Renew with these answers";
const pageOf = async (client: HttpClient, path: string) => screenOf(await (await client.get(path)).text());
const path = (id: string) => `/apply/${id}/again?for=renewal`;

/** Submits the form of the page without JavaScript; returns the draft that it leads to. */
async function renew(client: HttpClient, id: string): Promise<string> {
  const attempt = (await pageOf(client, path(id))).element.querySelector<HTMLInputElement>('input[name="attempt"]');
  const response = await client.post(path(id), { attempt: attempt?.value ?? "" });
  return /^\/apply\/([0-9a-f-]{36})$/.exec(response.headers.get("location") ?? "")?.[1] ?? "";
}

/** A case approved for a service with required documents, two of which were uploaded. */
async function approvedCase() {
  const client = new HttpClient(app);
  const service = await serviceId(app, "uk-visitor-visa");
  const email = newEmail();
  const id = await client.start(email, { service });
  await client.fillIn(id);
  for (const type of ["passport_copy", "proof_of_funds"]) expect((await upload(client, id, type)).status).toBe(200);
  expect((await client.submit(id)).outcome.kind).toBe("submitted");
  await app.query("update visa_applications set status = 'approved' where id = $1", [id]);
  return { id, client, email, number: await numberOf(id) };
}

async function numberOf(id: string): Promise<string> {
  const [row] = await app.query<{ number: string }>(
    "select application_number as number from visa_applications where id = $1",
    [id],
  );
  return row?.number ?? "";
}

const endsIn = (id: string, days: number) =>
  app.query(
    `insert into key_dates (application_id, kind, ends_on, made_by)
     values ($1, 'permit', (now() at time zone 'America/Nassau')::date + $2::int, 'theo@lucaya.example')`,
    [id, days],
  );

const offeredIf = (is: boolean) =>
  app.query("update visa_services set is_active = $1 where slug = 'uk-visitor-visa'", [is]);

describe("the offer on the page of an approved case", () => {
  test("[X-RENEW-1] it is among what the holder can do, and above everything from 120 days before the permit ends", async () => {
    const { id, client } = await approvedCase();
    await endsIn(id, 121);
    const early = await pageOf(client, `/apply/${id}`);
    const canDo = inside(early.getByRole("region", { name: "What you can do" }));
    expect(canDo.getByRole("link", { name: linkText }).getAttribute("href")).toBe(path(id));
    expect(early.queryByRole("heading", { name: "Time to renew" })).toBe(null);

    await app.query("update key_dates set ends_on = ends_on - 1 where application_id = $1", [id]);
    const due = await pageOf(client, `/apply/${id}`);
    expect(due.getAllByRole("link", { name: linkText })).toHaveLength(1);
    const headings = due.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    expect(headings[0]).toBe("Time to renew");

    await app.query("update key_dates set suspended_at = now() where application_id = $1", [id]);
    expect((await pageOf(client, `/apply/${id}`)).queryByRole("heading", { name: "Time to renew" })).toBe(null);
  });

  test("[X-RENEW-1] a service that is no longer offered has no button, and the page says to write to us", async () => {
    const { id, client } = await approvedCase();
    await endsIn(id, 30);
    await offeredIf(false);
    const pages = await Promise.all([`/apply/${id}`, path(id)].map((at) => pageOf(client, at))).finally(() =>
      offeredIf(true),
    );
    for (const page of pages) {
      expect(page.queryByRole("link", { name: linkText }) ?? page.queryByRole("button", { name: linkText })).toBe(null);
      expect(page.words).toContain(
        "We don’t offer this visa at the moment. Please write to us and we’ll tell you what’s possible.",
      );
    }
  });
});

test("[X-RENEW-2] the page names what is copied, what is asked for again and today’s price, and starts nothing by itself", async () => {
  const { id, client, email, number } = await approvedCase();
  const page = await pageOf(client, path(id));
  for (const text of [
    `with the answers of ${number}. That application stays as it is.`,
    "All your answers, except those listed below.Your file: passport.pdf",
    "Proof of funds",
    "Trip Details: Intended arrival date, Intended departure date",
    "Today’s price",
    `We’ll email its private link to ${email}`,
  ])
    expect(page.words).toContain(text);
  expect(await app.query("select 1 from visa_applications where renews_id = $1", [id])).toEqual([]);

  const draft = await renew(client, id);
  expect(await numberOf(draft)).not.toBe(number);
  expect((await pageOf(client, `/apply/${draft}`)).title).toContain("Applicant Information");
  const mails = await app.query("select email_type as kind from email_notifications where application_id = $1", [
    draft,
  ]);
  expect(mails).toEqual([{ kind: "application_started" }]);
});

test("[X-RENEW-6] a renewal is started, what is new is marked until it is given, and it is submitted, without JavaScript", async () => {
  const { id, client } = await approvedCase();
  const draft = await renew(client, id);
  const mark = "New for this renewal";
  const stepPage = (code: string) => pageOf(client, `/apply/${draft}?step=${code}`);
  // A step that was not reached opens the current one.
  expect((await stepPage("review_certification")).title).toContain("Applicant Information");
  const revisions = async () => {
    const [row] = await app.query<{ revisions: Record<string, number> }>(
      "select revisions from visa_applications where id = $1",
      [draft],
    );
    return row?.revisions ?? {};
  };
  const [user] = await app.query<{ email: string }>("select user_email as email from visa_applications where id = $1", [
    draft,
  ]);
  for (const [index, { code, title, number }] of standardSteps.slice(0, 7).entries()) {
    const page = await stepPage(code);
    expect(page.queryAllByText(mark)).toHaveLength(code === "trip_details" ? 2 : 0);
    if (code === "trip_details") {
      const arrival = inside(page.getByRole("group", { name: /^Intended arrival date/ }));
      expect(arrival.words).toContain(mark);
    }
    const change = {
      revision: String((await revisions())[`step${number}`] ?? 0),
      ...(index === 0 ? { email: user?.email ?? "" } : {}),
      ...(code === "trip_details" ? { intendedDepartureDate: "" } : {}),
    };
    const { outcome } = await client.saveTicked(draft, { ...form(code, title, change), intent: "next" });
    expect(outcome.kind).toBe("moved");
  }
  const review = await stepPage("review_certification");
  const banner = review.getAllByText(mark)[0]?.closest("[class*=rounded]")?.textContent;
  expect(banner).toContain("Intended departure date");
  expect(banner).toContain("Proof of funds");
  expect(review.getAllByRole("button", { name: /^Trip Details\s*Needs attention/ })).not.toEqual([]);
  expect((await pageOf(client, `/apply/${draft}/documents`)).queryAllByText(mark)).toHaveLength(1);

  expect((await upload(client, draft, "proof_of_funds")).status).toBe(200);
  expect((await pageOf(client, `/apply/${draft}/documents`)).queryAllByText(mark)).toHaveLength(0);
  const trip = standardSteps[3];
  const given = form("trip_details", trip?.title ?? "", { revision: String((await revisions()).step4) });
  expect((await client.saveTicked(draft, { ...given, intent: "next" })).outcome.kind).toBe("moved");
  expect((await stepPage("review_certification")).queryAllByText(mark)).toHaveLength(0);
  const { outcome } = await client.submit(draft, crypto.randomUUID(), (await revisions()).step8);
  expect(outcome.kind).toBe("submitted");
});

test("[X-RENEW-8] page, desk and person’s page name the other case, linked for an applicant who can open both", async () => {
  const { id, client, number } = await approvedCase();
  const draft = await renew(client, id);
  const draftNumber = await numberOf(draft);
  const page = await pageOf(client, `/apply/${id}`);
  expect(page.words).toContain(`Renewed by ${draftNumber}, Draft`);
  expect(page.getByRole("link", { name: draftNumber }).getAttribute("href")).toBe(`/apply/${draft}`);
  const wizard = await pageOf(client, `/apply/${draft}`);
  expect(wizard.words).toContain(`Renews${number}`);
  expect(wizard.getByRole("link", { name: number }).getAttribute("href")).toBe(`/apply/${id}`);

  const otherBrowser = new HttpClient(app);
  for (const [name, value] of client.cookies) if (name.endsWith(id)) otherBrowser.cookies.set(name, value);
  const seen = await pageOf(otherBrowser, `/apply/${id}`);
  expect(seen.words).toContain(`Renewed by ${draftNumber}, Draft`);
  expect(seen.queryByRole("link", { name: draftNumber })).toBe(null);

  expect((await pageOf(desk, `/admin/applications/${id}`)).words).toContain(`Renewed by${draftNumber}, Draft`);
  expect((await pageOf(desk, `/admin/applications/${draft}`)).words).toContain(`Renews${number}`);
  await desk.get("/admin/people");
  const [person] = await app.query<{ id: string }>(
    "select person_id as id from person_records where application_id = $1",
    [id],
  );
  const history = plain(await (await desk.get(`/admin/people/${person?.id}`)).text());
  expect(history).toContain(`Renewed by ${draftNumber}, Draft`);

  await client.post(`/apply/${draft}/delete`, { confirmed: "yes" });
  expect((await pageOf(client, `/apply/${id}`)).words).not.toContain(draftNumber);
});

test("[X-RENEW-9] a second start leads to the renewal that there is, and another browser is emailed its private link", async () => {
  const { id, client, email } = await approvedCase();
  const draft = await renew(client, id);
  const text = `You’ve already started a renewal: ${await numberOf(draft)}.`;
  const again = await client.post(path(id), { attempt: crypto.randomUUID() });
  expect([again.status, again.headers.get("location")]).toEqual([302, path(id)]);
  const page = await pageOf(client, path(id));
  expect(page.words).toContain(text);
  expect(page.getByRole("link", { name: "Open the renewal" }).getAttribute("href")).toBe(`/apply/${draft}`);

  const otherBrowser = new HttpClient(app);
  for (const [name, value] of client.cookies) if (name.endsWith(id)) otherBrowser.cookies.set(name, value);
  const offer = await pageOf(otherBrowser, path(id));
  expect(offer.words).toContain(text);
  expect(offer.queryByRole("link", { name: "Open the renewal" })).toBe(null);
  const sent = await otherBrowser.post(path(id), { intent: "send-link" });
  expect(plain(await sent.text())).toContain("Sent. Please check your inbox and spam folder.");
  const [mail] = await mailsTo(app, email, "resume_link", 1);
  expect((await continueBy(otherBrowser, resumeLinkOf(mail).token)).status).toBe(302);
  expect((await pageOf(otherBrowser, `/apply/${draft}`)).title).toContain("Applicant Information");
  const stranger = await new HttpClient(app).post(path(id), { intent: "send-link" });
  expect([stranger.status, stranger.headers.get("location")]).toEqual([302, `/apply/${id}`]);
});
