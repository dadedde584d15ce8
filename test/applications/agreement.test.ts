import { beforeEach, describe, expect, test } from "vitest";
import { newEmail } from "../harness/applicants/begun";
import { serviceId } from "../harness/applicants/listed-steps";
import { publishAgreement } from "../harness/desk/agreements";
import { signIn } from "../harness/desk/desk";
import { HttpClient } from "../harness/http-client";
import { textOf } from "../harness/pdf-text";
import { screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
const service = await serviceId(app, "uk-visitor-visa");
beforeEach(() => app.query("delete from limit_counts"));

/** A draft of a service whose agreement is offered before its submission. */
async function draft() {
  await publishAgreement(app, service, { offered: "before" });
  const client = new HttpClient(app);
  const id = await client.start(newEmail(), { service });
  await client.fillIn(id);
  return { client, id, path: `/apply/${id}/agreement` };
}
const nameOf = async (id: string) =>
  (await app.query<{ name: string }>("select applicant_name as name from visa_applications where id = $1", [id]))[0]
    ?.name ?? "";
const signatures = (id: string) => app.query("select * from agreement_signatures where application_id = $1", [id]);

async function open(client: HttpClient, path: string) {
  const response = await client.get(path);
  const html = await response.text();
  const screen = screenOf(html);
  const hidden = (name: string) =>
    screen.element.querySelector<HTMLInputElement>(`form input[name="${name}"]`)?.value ?? "";
  const form = () => ({ intent: "sign", sha256: hidden("sha256"), attempt: hidden("attempt") });
  return { status: response.status, screen, form };
}

describe("the agreement without JavaScript", () => {
  test("[M-AGR-5] [M-AGR-6] the review links to the page, which shows the text above its form, its version and a PDF", async () => {
    const { client, id, path } = await draft();
    const review = await open(client, `/apply/${id}?step=review_certification`);
    expect(review.screen.getByRole("button", { name: "Please read and sign our agreement" })).toBeTruthy();
    const { screen } = await open(client, path);
    expect(screen.getByRole("heading", { name: "Engagement agreement" })).toBeTruthy();
    expect(screen.words).toMatch(/Version 1 of .+ \d{4}/);
    expect(screen.words).toMatch(/Our fee is \$[\d.]+, and the total \$[\d.]+\./);
    const article = screen.getByRole("article");
    const form = screen.getByRole("form", { name: "Sign the agreement" });
    expect(article.compareDocumentPosition(form) & 4).toBe(4);
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /I have read this agreement/ }).checked).toBe(false);
    const link = screen.getByRole("link", { name: "Read it as a PDF" }).getAttribute("href") ?? "";
    const pdf = await client.get(link);
    expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(textOf(Buffer.from(await pdf.arrayBuffer())).join("")).toContain("NOT SIGNED");
  });

  test("[M-AGR-7] [M-KEEP-2] a refused form has its messages at the fields and what was typed, and a right one signs once", async () => {
    const { client, id, path } = await draft();
    const { form } = await open(client, path);
    const refused = await client.post(path, { ...form(), signature: "x" });
    const screen = screenOf(await refused.text());
    expect(refused.status).toBe(422);
    expect(screen.words).toContain("Please tick that you agree");
    expect(screen.words).toContain("Please type your full name as your signature");
    expect(screen.getByLabelText<HTMLInputElement>("Electronic signature").value).toBe("x");
    const asked = await client.post(path, { ...form(), agrees: "yes", signature: "Another Person" });
    const question = screenOf(await asked.text());
    expect(asked.status).toBe(422);
    expect(question.words).toContain("You signed as “Another Person”. The applicant is");
    expect(question.getByRole<HTMLInputElement>("checkbox", { name: /I have read this agreement/ }).checked).toBe(true);
    expect(await signatures(id)).toEqual([]);

    const signed = await client.post(path, { ...form(), agrees: "yes", signature: await nameOf(id) });
    expect([signed.status, signed.headers.get("location")]).toEqual([302, `${path}?done=signed`]);
    const again = await client.post(path, { ...form(), agrees: "yes", signature: await nameOf(id) });
    expect(again.status).toBe(302);
    expect(await signatures(id)).toHaveLength(1);
    const page = await open(client, `${path}?done=signed`);
    expect(page.screen.getByRole("status").textContent).toContain("You’ve signed the agreement");
    expect(page.screen.queryByRole("form", { name: "Sign the agreement" })).toBeNull();
    const review = await open(client, `/apply/${id}?step=review_certification`);
    expect(review.screen.getByRole("button", { name: "Read the agreement you signed" })).toBeTruthy();
  });

  test("[M-AGR-7] [M-AGR-13] of a case, invisible characters do not count, fields that nobody offered change nothing, and a withdrawn one is not called signed", async () => {
    await publishAgreement(app, service);
    const client = new HttpClient(app);
    const id = await client.start(newEmail(), { service });
    await client.fillIn(id);
    expect((await client.submit(id)).outcome.kind).toBe("submitted");
    const path = `/apply/${id}/agreement`;
    const { form } = await open(client, path);
    const name = await nameOf(id);
    const foreign = {
      agreedTo: "Nothing",
      signedAt: "2020-01-01",
      offerId: crypto.randomUUID(),
      version: "9",
      title: "Mine",
    };
    const signature = `\u202E${[...name].join("\u200B")}\u2060 `;
    const signed = await client.post(path, { ...form(), ...foreign, agrees: "yes", signature });
    expect(signed.status).toBe(302);
    expect(await signatures(id)).toMatchObject([
      {
        ...{ signature: name, agreed_to: "I have read this agreement and agree to it." },
        text: { title: "Engagement agreement", version: 1 },
      },
    ]);
    expect((await open(client, `${path}?done=signed`)).screen.words).toContain("You’ve signed the agreement");
    const [row] = await app.query<{ id: string }>("select id from agreement_signatures where application_id = $1", [
      id,
    ]);
    await client.post(path, { intent: "withdraw", signature: row?.id ?? "", reason: "None", endedOn: "2026-01-01" });
    const after = await open(client, `${path}?done=signed`);
    expect(after.screen.words).not.toContain("You’ve signed the agreement");
    expect(after.screen.words).toMatch(/Withdrawn on .+ \d{4}/);
    const late = await client.post(path, { ...form(), attempt: crypto.randomUUID(), agrees: "yes", signature: name });
    expect(late.status).toBe(409);
    expect(screenOf(await late.text()).words).toContain("There is no agreement to sign at the moment.");
    expect(await signatures(id)).toHaveLength(1);
  });

  test("[M-KEEP-2] a button that the form does not have leads back to the page", async () => {
    const { client, path } = await draft();
    for (const intent of ["other", "constructor", "__proto__"]) {
      const response = await client.post(path, { intent });
      expect([response.status, response.headers.get("location")], intent).toEqual([302, path]);
    }
  });

  test("[M-AGR-6] a text that changed meanwhile is shown again, keeps the typed name and signs nothing", async () => {
    const { client, id, path } = await draft();
    const { form } = await open(client, path);
    await app.query("update visa_applications set total_amount_due = total_amount_due + 7 where id = $1", [id]);
    await app.query("update visa_applications set service_fee = service_fee + 7 where id = $1", [id]);
    const response = await client.post(path, { ...form(), agrees: "yes", signature: await nameOf(id) });
    const screen = screenOf(await response.text());
    expect(response.status).toBe(409);
    expect(screen.words).toContain("The agreement has changed since you opened it. Please read it again.");
    expect(screen.element.querySelector<HTMLInputElement>("input[name=sha256]")?.value).not.toBe(form().sha256);
    expect(screen.getByLabelText<HTMLInputElement>("Electronic signature").value).toBe(await nameOf(id));
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /I have read this agreement/ }).checked).toBe(false);
    expect(await signatures(id)).toEqual([]);
  });

  test("[M-KEEP-2] [M-AGR-9] strangers see and sign nothing; holder and staff get the same signed PDF", async () => {
    const { client, id, path } = await draft();
    const { form } = await open(client, path);
    const stranger = new HttpClient(app);
    const other = new HttpClient(app);
    await other.start(newEmail());
    for (const by of [stranger, other]) {
      expect((await by.get(path)).headers.get("location")).toBe(`/apply/${id}`);
      const sent = await by.post(path, { ...form(), agrees: "yes", signature: await nameOf(id) });
      expect([sent.status, sent.headers.get("location")]).toEqual([302, `/apply/${id}`]);
      expect((await by.get(`${path}.pdf`)).status).toBe(404);
    }
    expect(await signatures(id)).toEqual([]);
    await client.post(path, { ...form(), agrees: "yes", signature: await nameOf(id) });
    const bytesOf = async (by: HttpClient) => Buffer.from(await (await by.get(`${path}.pdf`)).arrayBuffer());
    const own = await bytesOf(client);
    expect(textOf(own).join("")).toContain("Certificate of signature");
    expect((await bytesOf(await signIn(app))).equals(own)).toBe(true);
    expect((await stranger.get(`${path}.pdf`)).status).toBe(404);
  });

  test("[M-AGR-5] an application without an agreement has no page of one", async () => {
    const client = new HttpClient(app);
    const id = await client.start(newEmail());
    expect((await client.get(`/apply/${id}/agreement`)).headers.get("location")).toBe(`/apply/${id}`);
    expect((await client.get(`/apply/${id}/agreement.pdf`)).status).toBe(404);
  });
});
