import { beforeEach, describe, expect, test } from "vitest";
import { submittedCase } from "../harness/case/opened-case";
import { filesIn } from "../harness/case/zip";
import { signIn } from "../harness/desk/desk";
import { HttpClient } from "../harness/http-client";
import { screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
const desk = await signIn(app);
beforeEach(() => app.query("delete from limit_counts"));

const problem = "These 31 pages are too many for one PDF, which can have up to 30.";
const link = "Download as one PDF";
const wordsOf = async (by: HttpClient, path: string) => screenOf(await (await by.get(path)).text()).words;

/** Pictures of a document, or of an item; returns their ids. */
async function addPages(id: string, { type, item = null }: { type: string; item?: string | null }, count = 31) {
  const rows = await app.query<{ id: string }>(
    `insert into documents (application_id, case_item_id, document_type, document_name, storage_key, content_type, byte_size, sha256)
     select $1, $2, $3, 'page' || n || '.png', gen_random_uuid(), 'image/png', 2000, '' from generate_series(1, $4) n
     returning id`,
    [id, item, type, count],
  );
  return rows.map((row) => row.id);
}

describe("[U-KIND-9] more pages than one PDF can have", () => {
  test("the documents of a draft say so instead of the link, and so does the link of a page that is older", async () => {
    const client = new HttpClient(app);
    const id = await client.start("many.pages@mail.example");
    const path = `/apply/${id}/documents`;
    const pages = await addPages(id, { type: "supporting_document" }, 30);
    const before = await wordsOf(client, path);
    expect(before).toContain(link);
    expect(before).not.toContain("too many for one PDF");
    pages.push(...(await addPages(id, { type: "supporting_document" }, 1)));
    const after = await wordsOf(client, path);
    expect(after).toContain(problem);
    expect(after).not.toContain(link);
    const answer = await client.get(`${path}/supporting_document.pdf`);
    expect([answer.status, await answer.text()]).toEqual([404, `${problem}\n`]);
    const foreign = await new HttpClient(app).get(`${path}/supporting_document.pdf`);
    expect(foreign.status).toBe(404);
    expect(await foreign.text()).not.toContain("pages");
  });

  test("a case’s page, the desk and the ZIP say so", async () => {
    const { client, id } = await submittedCase(app);
    await addPages(id, { type: "supporting_document" });
    expect(await wordsOf(client, `/apply/${id}`)).toContain(problem);
    expect(await wordsOf(desk, `/admin/applications/${id}`)).toContain(problem);
    const zip = await desk.get(`/admin/applications/${id}/case.zip`);
    const missing = filesIn(Buffer.from(await zip.arrayBuffer())).get("missing.txt");
    expect(missing?.toString()).toContain(` (31 pages).pdf: ${problem}`);
  });

  test("an item of a request says so before and after it is sent, to both sides", async () => {
    const { client, id } = await submittedCase(app);
    const ask = { what: "document", documentType: "", name: "Letter", reason: "We need it", dueOn: "", intent: "ask" };
    await desk.post(`/admin/applications/${id}/requests`, { ...ask, attempt: crypto.randomUUID() });
    const [item] = await app.query<{ id: string }>(
      "select id from case_request_items where application_id = $1 and name = 'Letter'",
      [id],
    );
    await addPages(id, { type: "supporting_document", item: item?.id ?? "" });
    expect(await wordsOf(client, `/apply/${id}/requests`)).toContain(problem);
    const [answer] = await app.query<{ id: string }>(
      "insert into case_item_answers (item_id, application_id) values ($1, $2) returning id",
      [item?.id, id],
    );
    await app.query("update documents set case_answer_id = $2 where case_item_id = $1", [item?.id, answer?.id]);
    await app.query("update case_request_items set state = 'sent' where id = $1", [item?.id]);
    expect(await wordsOf(client, `/apply/${id}`)).toContain(problem);
    const shown = await wordsOf(desk, `/admin/applications/${id}`);
    // At the request, and among the case's documents.
    expect(shown.split(problem)).toHaveLength(3);
  });
});
