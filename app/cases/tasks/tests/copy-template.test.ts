import { beforeEach, expect, test } from "vitest";
import { daysAfter, nassauDay } from "~/core/time";
import { Applicant, whileRefused } from "../../../../test/harness/applicants/in-process";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { tasksOf } from "./tasks-of";

const database = testDatabase();
let applicant: Applicant;
let service = "";
let id = "";

beforeEach(async () => {
  await database.query("truncate task_templates");
  applicant = new Applicant(database);
  id = await applicant.ready();
  const [row] = await database.query<{ id: string }>(
    "insert into visa_services (service_name, slug) values ('Work permit', $1) returning id",
    [`work-permit-${crypto.randomUUID()}`],
  );
  service = row?.id ?? "";
});

const template = (title: string, position: number, event: string | null = null, days: number | null = null) =>
  database.query(
    "insert into task_templates (service_id, key, position, title, note, event, days) values ($1, gen_random_uuid(), $2, $3, 'How', $4, $5)",
    [service, position, title, event, days],
  );
const ofService = () =>
  database.query("update visa_applications set visa_service_id = $2 where id = $1", [id, service]);
const titles = async () => (await tasksOf(database, id)).map(({ title }) => title);

test("[X-TASK-2] a submission copies the published tasks in order, with the due days that are known", async () => {
  await template("Call the client", 1, "submission", 3);
  await template("Check the papers", 0);
  await template("Thank them", 2, "approval", 1);
  await ofService();
  expect(await titles(), "a draft").toEqual([]);
  expect(await applicant.submit(id)).toEqual({ ok: true });
  const due = daysAfter(nassauDay(), 3);
  expect(await tasksOf(database, id)).toMatchObject([
    { title: "Check the papers", note: "How", dueOn: null, isDone: false },
    { title: "Call the client", dueOn: due },
    { title: "Thank them", dueOn: null },
  ]);
  expect(await database.query("select rule_due_on::text as day from visa_applications where id = $1", [id])).toEqual([
    { day: due },
  ]);
});

test("[X-TASK-2] sent twice at once and again later, it copies them once", async () => {
  await template("Only once", 0);
  await ofService();
  const key = crypto.randomUUID();
  await Promise.all([applicant.submit(id, key), applicant.submit(id, key), applicant.submit(id)]);
  await applicant.submit(id, key);
  expect(await titles()).toEqual(["Only once"]);
});

test("[X-TASK-2] a failed copy leaves a draft, which can be submitted later", async () => {
  await template("Whole", 0);
  await ofService();
  const key = crypto.randomUUID();
  await expect(whileRefused(database, "case_tasks", () => applicant.submit(id, key))).rejects.toThrow();
  expect(await database.query("select status from visa_applications where id = $1", [id])).toEqual([
    { status: "draft" },
  ]);
  expect(await applicant.submit(id, key)).toEqual({ ok: true });
  expect(await titles()).toEqual(["Whole"]);
});

test("[X-TASK-2] a service without tasks gives none, and neither does no service", async () => {
  await ofService();
  expect(await applicant.submit(id)).toEqual({ ok: true });
  const other = await applicant.ready();
  await template("Of another service", 0);
  expect(await applicant.submit(other)).toEqual({ ok: true });
  expect(await titles()).toEqual([]);
  expect(await tasksOf(database, other)).toEqual([]);
});

test("[X-TASK-9, X-TASK-10] open cases keep their tasks when the template changes and when the service is deleted", async () => {
  await template("As it was", 0);
  await ofService();
  await applicant.submit(id);
  await database.query("update task_templates set title = 'As it is now'");
  await template("A new one", 1);
  expect(await titles()).toEqual(["As it was"]);
  await database.query("delete from task_templates");
  // A service is deleted only once no application names it.
  await database.query("update visa_applications set visa_service_id = null where id = $1", [id]);
  await database.query("delete from visa_services where id = $1", [service]);
  expect(await titles()).toEqual(["As it was"]);
});
