import { beforeEach, expect, test } from "vitest";
import { newApplicationNumber } from "../../../app/applications/access/number";
import { serviceId } from "../../harness/applicants/listed-steps";
import { upload } from "../../harness/applicants/uploads";
import { submittedCase } from "../../harness/case/opened-case";
import { filesIn } from "../../harness/case/zip";
import { signIn } from "../../harness/desk/desk";
import { HttpClient } from "../../harness/http-client";
import { textOf } from "../../harness/pdf-text";
import { inside, screenOf } from "../../harness/screen";
import { sharedApp } from "../../harness/shared";

const app = await sharedApp();
const staff = await signIn(app);
beforeEach(() => app.query("delete from limit_counts"));

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const plain = (text: string) => text.replaceAll(/\s/g, "");
const numberOf = async (id: string) =>
  (
    await app.query<{ number: string }>("select application_number as number from visa_applications where id = $1", [
      id,
    ])
  )[0]?.number ?? "";
const recorded = (id: string) =>
  app.query(
    `select action_type as action, admin_email is not null as named, details from admin_activity_log
     where subject_id = $1 and action_type like 'case_downloaded%' order by created_at`,
    [id],
  );

test("[C-RCPT-1] the holder and staff download the same PDF of the case, and only the staff download is recorded", async () => {
  const { id, client } = await submittedCase(app);
  const number = await numberOf(id);
  const url = `/apply/${id}/receipt.pdf`;
  const own = await client.get(url);
  expect([own.status, own.headers.get("content-type"), own.headers.get("cache-control")]).toEqual([
    200,
    "application/pdf",
    "no-store",
  ]);
  expect(own.headers.get("content-disposition")).toContain(`filename="Lucaya-${number}.pdf"`);
  const bytes = await bytesOf(own);
  expect(await recorded(id)).toEqual([]);
  const staffResponse = await staff.get(url);
  expect([staffResponse.status, (await bytesOf(staffResponse)).equals(bytes)]).toEqual([200, true]);
  expect(await recorded(id)).toEqual([{ action: "case_downloaded_as_pdf", named: true, details: { number } }]);
  const pdfText = plain(textOf(bytes).join(""));
  // Answers that the desk masks are in it, as signed.
  for (const text of [number, "Passport number", "RD4471902", "Nadège Ñuñez O'Brien-陳", "(UTC)", "(Nassau)"])
    expect(pdfText).toContain(plain(text));
  for (const [by, path] of [
    [client, `/apply/${id}`],
    [staff, `/admin/applications/${id}`],
  ] as const) {
    const screen = screenOf(await (await by.get(path)).text());
    const links = screen.getAllByRole("link", { name: by === staff ? "PDF" : "Download as PDF" });
    expect(links.map((link) => link.getAttribute("href"))).toContain(url);
  }
});

test("[C-RCPT-1] the 31st download within an hour is refused with the time to wait", async () => {
  const { id, client } = await submittedCase(app);
  const path = `/apply/${id}/receipt.pdf`;
  expect((await client.get(path)).status).toBe(200);
  await app.query("update limit_counts set count = 30 where key like 'drawing as %'");
  const refused = await client.get(path);
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect(await refused.text()).toContain("Please try again in an hour.");
});

test("[C-RCPT-1] strangers and other applicants get the same 404 as for drafts and unknown ids", async () => {
  const { id, client } = await submittedCase(app);
  const otherClient = new HttpClient(app);
  const draft = await otherClient.start("draft@mail.example");
  const nothing = await client.get(`/apply/${crypto.randomUUID()}/receipt.pdf`);
  const missing = [nothing.status, await nothing.text()];
  expect(missing[0]).toBe(404);
  for (const [by, path] of [
    [new HttpClient(app), `/apply/${id}/receipt.pdf`],
    [otherClient, `/apply/${id}/receipt.pdf`],
    [client, `/apply/${await numberOf(id)}/receipt.pdf`],
    [otherClient, `/apply/${draft}/receipt.pdf`],
    [staff, `/apply/${draft}/receipt.pdf`],
  ] as const) {
    const response = await by.get(path);
    expect([response.status, await response.text()]).toEqual(missing);
  }
  expect(await recorded(draft)).toEqual([]);
});

/** The response of the page as text. */
async function verify(client: HttpClient, number: string, sha256: string) {
  const response = await client.post("/verify", { number, sha256 });
  const html = await response.text();
  const message = screenOf(html).queryByRole("status")?.textContent;
  return { status: response.status, said: message, html: html.replaceAll(sha256, "").replaceAll(number, "") };
}

test("[C-RCPT-6] the page that a certificate links to verifies its number and hash, and every other pair gets one and the same response", async () => {
  const { id, client } = await submittedCase(app);
  const number = await numberOf(id);
  const bytes = await bytesOf(await client.get(`/apply/${id}/receipt.pdf`));
  const sha256 = /SHA-256oftherecord((?:[0-9a-f]{8}-?){8})/.exec(plain(textOf(bytes).join("")))?.[1] ?? "";
  const link = /\/URI \((.*?)\)/.exec(bytes.toString("latin1"))?.[1] ?? "";
  expect(new URL(link).pathname).toBe("/verify");
  const otherUser = new HttpClient(app);
  const form = screenOf(await (await otherUser.get(`/verify${new URL(link).search}`)).text());
  const filled = ["Application number", "SHA-256"].map((name) =>
    form.getByRole("textbox", { name: new RegExp(`^${name}`) }).getAttribute("value"),
  );
  expect(filled).toEqual([number, sha256.replaceAll("-", "")]);
  expect(form.queryByRole("status")).toBeNull();
  expect(await verify(otherUser, number.toLowerCase(), sha256.toUpperCase())).toMatchObject({
    status: 200,
    said: "Yes: this is a record of Lucaya.",
  });
  const draft = await new HttpClient(app).start("another.draft@mail.example");
  const responses = [
    await verify(otherUser, newApplicationNumber(), sha256),
    await verify(otherUser, await numberOf(draft), sha256),
    await verify(otherUser, number, "0".repeat(64)),
  ];
  for (const response of responses)
    expect([response.status, response.said]).toEqual([200, "No: we have no such record."]);
  const nonce = /nonce="[^"]*"/g;
  expect(new Set(responses.map(({ html }) => html.replaceAll(nonce, ""))).size).toBe(1);
});

test("[C-RCPT-6] an empty field is reported, and after twenty checks within an hour the page says when to try again", async () => {
  const otherUser = new HttpClient(app);
  const empty = await otherUser.post("/verify", { number: "BV26-K7QM-4TXP", sha256: " " });
  expect(empty.status).toBe(422);
  const field = screenOf(await empty.text()).getByRole("textbox", { name: /^SHA-256/ });
  expect(field.getAttribute("aria-invalid")).toBe("true");
  for (let count = 0; count < 20; count++)
    expect((await verify(otherUser, "BV26-K7QM-4TXP", "ab".repeat(32))).status).toBe(200);
  const refused = await otherUser.post("/verify", { number: "BV26-K7QM-4TXP", sha256: "ab".repeat(32) });
  expect([refused.status, Number(refused.headers.get("retry-after")) > 3000]).toEqual([429, true]);
  const alert = screenOf(await refused.text()).getByRole("alert");
  expect(alert.textContent).toMatch(/20 records an hour.*try again after \d+:\d\d [AP]M Nassau time/);
  expect((await verify(new HttpClient(app), "BV26-K7QM-4TXP", "ab".repeat(32))).status).toBe(200);
});

test("[C-RCPT-7] only staff can download a case as ZIP, which is recorded, and a draft has none", async () => {
  const client = new HttpClient(app);
  const service = await serviceId(app, "us-travel-b1-b2-visa");
  const id = await client.start("zipped@mail.example", { service });
  await client.fillIn(id);
  expect((await upload(client, id)).status).toBe(200);
  const draft = await staff.get(`/admin/applications/${id}/case.zip`);
  expect(draft.status).toBe(404);
  await client.submit(id);
  const number = await numberOf(id);
  const path = `/admin/applications/${id}/case.zip`;
  expect((await client.get(path)).status).toBe(302);
  expect(await recorded(id)).toEqual([]);
  const response = await staff.get(path);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
  expect(response.headers.get("content-disposition")).toContain(`filename="Lucaya-${number}.zip"`);
  const files = filesIn(await bytesOf(response));
  expect([...files.keys()].sort()).toEqual([`Lucaya-${number}.pdf`, "passport.pdf"]);
  const pdf = await bytesOf(await client.get(`/apply/${id}/receipt.pdf`));
  expect(files.get(`Lucaya-${number}.pdf`)?.equals(pdf)).toBe(true);
  expect(await recorded(id)).toEqual([{ action: "case_downloaded_as_zip", named: true, details: { number } }]);
  const log = screenOf(await (await staff.get("/admin/users")).text());
  expect(inside(log.getByRole("main")).words).toContain("Downloaded a case as ZIP");
});
