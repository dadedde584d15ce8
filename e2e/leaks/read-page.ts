import { expect } from "vitest";
import { serviceId } from "../../test/harness/applicants/listed-steps";
import { drawPassportPage } from "../../test/harness/fakes/passport-pages";
import { until } from "../../test/harness/http-client";
import { dumpOf } from "../../test/harness/in-process/dump";
import { queueIsDone } from "../../test/harness/queue";
import { onPage } from "./marked";
import { refusing, type Walk } from "./walk";

/** Dumps of the database: once a passport page was read, and after what was read became answers. */
type PageDumps = { read: string; used: string };

/** Sends the passport page of a new draft, and uses what was read from it, with failures. */
export async function readPage(walk: Walk): Promise<PageDumps> {
  const { app, person } = walk;
  const service = await serviceId(app, "bahamian-evisa");
  const id = await person.start("page@marked.example", { service });
  await queueIsDone(app, "");
  const { picture } = await drawPassportPage("straight", 1, onPage);
  const send = () => {
    const upload = new FormData();
    for (const [name, value] of Object.entries({ attempt: crypto.randomUUID(), type: "passport_copy" }))
      upload.set(name, value);
    upload.set("file", new File([new Uint8Array(picture)], "page.jpg"));
    return person.post(`/apply/${id}/documents/save`, upload);
  };
  await refusing(walk, "passport_readings", send);
  const { id: document = "" } = (await (await send()).json()) as { id?: string };
  const isRead = async () =>
    (await app.query("select from passport_readings where document_id = $1 and state = 'read'", [document])).length > 0;
  await until("the page is read", isRead, 200);
  await queueIsDone(app, "");
  const read = await dumpOf(app);
  for (const path of ["/documents", "/documents/state", "?step=1"]) await person.get(`/apply/${id}${path}`);
  const values = new URLSearchParams({ intent: "use-reading", document });
  for (const name of ["lastName", "firstName", "dateOfBirth", "passportNumber", "expirationDate"])
    values.append("passportValue", name);
  const use = () => person.post(`/apply/${id}/documents`, values);
  for (const table of ["visa_applications", "passport_readings"]) await refusing(walk, table, use);
  expect((await use()).headers.get("location")).toContain("filled=5");
  await person.get(`/apply/${id}?step=2`);
  await queueIsDone(app, "");
  return { read, used: await dumpOf(app) };
}
