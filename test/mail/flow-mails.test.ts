import { beforeAll, describe, expect, test } from "vitest";
import { freePort, startApp } from "../harness/app-server";
import { startMailServer } from "../harness/fakes/mail-server";
import { continueBy, resumeLinkOf } from "../harness/fakes/mails";
import { HttpClient, until } from "../harness/http-client";

const smtp = await startMailServer();
const port = String(await freePort());
const app = await startApp({
  PORT: port,
  PUBLIC_URL: `http://localhost:${port}`,
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  TRUST_PROXY: "yes",
});

const sentTo = (address: string) => smtp.received.flatMap(({ to, mail }) => (to.includes(address) ? [mail] : []));
const rowsOf = (address: string) =>
  app.query<{ kind: string; status: string; attempts: number; data: Record<string, unknown> }>(
    "select email_type as kind, status, attempts, template_data as data from email_notifications where recipient_email = $1 order by created_at",
    [address],
  );

describe("the mails of an application, by SMTP", () => {
  const email = "nadege.rolle@mail.test";
  let client: HttpClient;
  let id: string;
  let service: { id: string; type: string | null } | undefined;
  let row: { number: string; token: string } | undefined;
  beforeAll(async () => {
    [service] = await app.query<{ id: string; type: string | null }>(
      "select id, visa_type as type from visa_services where slug = 'us-travel-b1-b2-visa'",
    );
    client = new HttpClient(app);
    id = await client.start(email, { service: service?.id ?? "" });
    [row] = await app.query<{ number: string; token: string }>(
      "select application_number as number, resume_token as token from visa_applications where id = $1",
      [id],
    );
  });

  test("[W-MAIL-1, W-MAIL-2] the welcome mail greets by the part before the @ and contains number and link, but not the token", async () => {
    const [welcome] = await until("the welcome", () => (sentTo(email).length === 1 ? sentTo(email) : undefined));
    expect(welcome?.to).toEqual([{ address: email, name: "nadege.rolle" }]);
    expect(welcome?.text).toContain("Hello nadege.rolle,");
    for (const text of [welcome?.text, welcome?.html, welcome?.subject]) expect(text).toContain(row?.number);
    expect(`${welcome?.text}${welcome?.html}`).not.toContain(row?.token);
    expect(welcome?.text).toContain(app.url + resumeLinkOf(welcome).path);
  });

  test("a link followed repeatedly by a scanner still works for the applicant on two devices", async () => {
    const link = resumeLinkOf(sentTo(email)[0]);
    for (let times = 0; times < 3; times++) {
      const scanned = await new HttpClient(app).get(link.path);
      expect([scanned.status, scanned.headers.getSetCookie()]).toEqual([200, []]);
    }
    for (let device = 0; device < 2; device++) {
      const otherClient = new HttpClient(app);
      const opened = await continueBy(otherClient, link.token);
      expect(opened.headers.get("location")).toBe(`/apply/${id}`);
      expect(await (await otherClient.get(`/apply/${id}`)).text()).toContain("Applicant Information");
    }
  });

  test("[W-MAIL-4, W-MAIL-6, W-MAIL-7] the confirmation contains the name of step 1, the number and the visa's type", async () => {
    await client.fillIn(id);
    expect((await client.submit(id)).outcome.kind).toBe("submitted");
    const [, confirmation] = await until("the confirmation", () =>
      sentTo(email).length === 2 ? sentTo(email) : undefined,
    );
    expect(confirmation?.text).toContain("Dear Nadège Ñuñez O'Brien-陳,");
    expect(confirmation?.text).toContain(row?.number);
    expect(service?.type).toBeTruthy();
    expect(confirmation?.text).toContain(service?.type);
  });

  test("[W-MAIL-5] the stored mail has name, email, number, type and application", async () => {
    const [, stored] = await rowsOf(email);
    expect(stored).toMatchObject({
      kind: "application_submitted",
      data: {
        name: "Nadège Ñuñez O'Brien-陳",
        email,
        applicationNumber: row?.number,
        visaType: service?.type,
        applicationId: id,
      },
    });
  });
});

test("[W-RESUME-6, W-RESUME-11] a resume link mail greets by name once one is known, and never as Applicant", async () => {
  const email = "nameless@mail.test";
  const client = new HttpClient(app);
  const id = await client.start(email);
  const requestLinks = async (count: number) => {
    await client.post("/apply/start", { asked: email });
    const mails = await until("the link", () => {
      const links = sentTo(email).filter(({ subject }) => subject?.startsWith("Your link to application"));
      return links.length === count ? links : undefined;
    });
    return mails[count - 1];
  };
  const first = await requestLinks(1);
  expect(first?.text).toMatch(/^Hello,$/m);
  expect(first?.text).not.toContain("Applicant");
  expect(first?.to).toEqual([{ address: email, name: "" }]);
  await client.save(id, { step: "applicant_info", revision: "0", firstName: "Nadège", lastName: "Rolle" });
  expect((await requestLinks(2))?.text).toContain("Hello Nadège Rolle,");
});

test("[W-MAIL-3, W-MAIL-8] a refusing mail server blocks neither start nor submission, and the mails stay queued", async () => {
  smtp.manner = "defers";
  const email = "waiting@mail.test";
  const client = new HttpClient(app);
  const id = await client.start(email);
  await until("the welcome was refused", async () => ((await rowsOf(email))[0]?.attempts ?? 0) > 0);
  await client.fillIn(id);
  expect(await client.submit(id)).toMatchObject({ status: 200, outcome: { kind: "submitted" } });
  const [row] = await app.query("select status from visa_applications where id = $1", [id]);
  expect(row).toEqual({ status: "submitted" });
  expect((await rowsOf(email)).map(({ kind, status }) => [kind, status])).toEqual([
    ["application_started", "pending"],
    ["application_submitted", "pending"],
  ]);
  expect(sentTo(email)).toEqual([]);
});
