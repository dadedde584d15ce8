import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { duplicateService } from "~/catalogue/desk/duplicate-service.server";
import { restoreVersion } from "~/content/editing/restore.server";
import { withoutChange } from "../../../../../test/harness/desk/verbs";
import { openEditor } from "../../../../../test/harness/in-process/editor";
import { formOf, publishAt, publishThing, sendDraft } from "../../../../../test/harness/in-process/publish";
import { staffMember } from "../../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";
import { publishDue, registerContentSchedule } from "../../due.server";
import { saveContent } from "../../save-content.server";

registerContentSchedule();
const database = testDatabase();
const kind = "tasks";
let owner: StaffContext;
let regular: StaffContext;
let service = "";

beforeAll(async () => {
  owner = await staffMember(database, "super_admin");
  regular = await staffMember(database, "regular_admin");
  const [row] = await database.query<{ id: string }>("select id from visa_services order by slug limit 1");
  service = row?.id ?? "";
});
beforeEach(async () => {
  await database.query("truncate content_versions");
  await database.query("truncate task_templates");
});

/** The inputs of a task without a key. */
const task = (title: string, { place = "", note = "", days = "", event = "" } = {}) => [
  ...["", place, title, note, days, event],
];
const stored = () =>
  database.query("select key, title, note, event, days from task_templates where service_id = $1 order by position", [
    service,
  ]);
const publish = (...tasks: string[][]) => publishThing(owner, kind, service, { tasks: tasks.flat() });
async function refusal(...tasks: string[][]) {
  const result = await withoutChange(database, () => sendDraft(owner, kind, service, { tasks: tasks.flat() }));
  return result.ok ? expect.fail("it was saved") : JSON.stringify(result.detail);
}

describe("the tasks of a service", () => {
  test("[X-TASK-1] are published in order, each with its note and due day, and a draft changes none", async () => {
    const first = task("Check the papers", { note: "All of them", days: "5", event: "filing" });
    expect(await sendDraft(owner, kind, service, { tasks: first })).toMatchObject({ ok: true });
    expect(await stored()).toEqual([]);
    await publish(first, task("Call the client", { days: "0", event: "submission" }), task("File it"));
    expect(await stored()).toMatchObject([
      { title: "Check the papers", note: "All of them", event: "filing", days: 5 },
      { title: "Call the client", note: "", event: "submission", days: 0 },
      { title: "File it", note: "", event: null, days: null },
    ]);
  });

  test("[X-TASK-1] typed places put them in another order, an emptied one goes, and each keeps its key", async () => {
    await publish(task("One"), task("Two"), task("Three"));
    const [one, , three] = await stored();
    const rows = [
      [String(one?.key), "2", "One, with care", "", "", ""],
      ["", "", "", "", "", ""],
      [String(three?.key), "1", "Three", "", "", ""],
    ];
    await publishThing(owner, kind, service, { tasks: rows.flat() });
    expect(await stored()).toMatchObject([
      { key: three?.key, title: "Three" },
      { key: one?.key, title: "One, with care" },
    ]);
  });

  test("[X-TASK-1] 30 are stored, and a 31st is refused", async () => {
    const tasks = (count: number) => Array.from({ length: count }, (_, index) => task(`Task ${index + 1}`));
    await publish(...tasks(30));
    expect(await stored()).toHaveLength(30);
    expect(await refusal(...tasks(31))).toContain("A service has 30 tasks at most.");
  });

  test.each([
    ["", { note: "Only a note" }, "Task 2: say what has to be done."],
    ["t".repeat(121), {}, "at most 120 characters"],
    ["Long note", { note: "n".repeat(501) }, "at most 500 characters"],
    ["Late", { days: "366", event: "filing" }, "Task 2: enter the days as a whole number from 0 to 365."],
    ["Early", { days: "-1", event: "filing" }, "Task 2: enter the days as a whole number from 0 to 365."],
    ["No days", { event: "approval" }, "Task 2: enter the days as a whole number from 0 to 365."],
    ["No event", { days: "3" }, "Task 2: choose what its days are counted from."],
    ["Invented", { days: "3", event: "moon" }, "Task 2: choose what its days are counted from."],
    ["Somewhere", { place: "last" }, "Task 2: enter its place as a number, such as 4."],
  ])("[X-TASK-1] refuses “%s” with %o", async (title, more, message) => {
    expect(await refusal(task("Fine"), task(title, more))).toContain(message);
  });

  test("[X-TASK-1] every due day can be chosen", async () => {
    const events = ["submission", "filing", "expected_decision", "approval", "expiration"];
    await publish(...events.map((event) => task(event, { days: "365", event })));
    expect((await stored()).map(({ event }) => event)).toEqual(events);
    const { groups } = await openEditor(owner, kind, service);
    expect(groups[0]?.fields[0]?.text).toBe(
      "submission (365 days after the submission); filing (365 days after filing); expected_decision (365 days before the expected decision); approval (365 days after the approval); expiration (365 days before the expiration)",
    );
  });

  test("[X-TASK-1] the same form sent twice makes one version", async () => {
    const form = await formOf(owner, kind, service, { tasks: task("Once") });
    const first = await saveContent(owner, form);
    expect(first).toMatchObject({ ok: true });
    expect(await saveContent(owner, form)).toEqual(first);
  });

  test("[X-TASK-1, O-MAY-2] a regular admin reads them and changes nothing", async () => {
    await publish(task("Ours"));
    expect(await openEditor(regular, kind, service)).toMatchObject({
      mayChange: false,
      title: expect.stringMatching(/^Tasks of /),
    });
    const form = await formOf(regular, kind, service, { tasks: task("Theirs") });
    const result = await withoutChange(database, () => saveContent(regular, { ...form, next: "publish" }));
    expect(result).toMatchObject({ ok: false, reason: "forbidden" });
  });

  test("[X-TASK-1] of two admins who change them at once the second sees both and overwrites nothing", async () => {
    await publish(task("Before"));
    const [mine, theirs] = [
      await formOf(owner, kind, service, { tasks: task("Mine") }),
      await formOf(owner, kind, service, { tasks: task("Theirs") }),
    ];
    expect(await saveContent(owner, theirs)).toMatchObject({ ok: true });
    expect(await saveContent(owner, mine)).toMatchObject({ ok: false, reason: "conflict" });
  });

  test("[X-TASK-1] have a history from which a version is restored, and can be published later", async () => {
    await publish(task("First"));
    const { base: number } = await openEditor(owner, kind, service);
    await publish(task("Second"));
    const { history } = await openEditor(owner, kind, service);
    expect(history[0]).toMatchObject({ state: "published", changes: [{ label: "Tasks" }] });
    const restored = await restoreVersion(owner, { kind, key: service, number, attempt: crypto.randomUUID() });
    if (!restored.ok) return expect.fail(restored.message);
    expect(await stored()).toMatchObject([{ title: "Second" }]);
    const version = { kind, key: service, number: restored.number };
    expect(await publishAt(owner, { ...version, day: "2099-01-05", time: "09:00" })).toMatchObject({ ok: true });
    expect(await stored(), "not yet").toMatchObject([{ title: "Second" }]);
    await database.query("update content_versions set scheduled_for = now() where scheduled_for is not null");
    await publishDue();
    expect(await stored()).toMatchObject([{ title: "First" }]);
  });

  test("[X-TASK-1] are copied with their service", async () => {
    await publish(task("Check the papers", { days: "5", event: "filing" }), task("File it"));
    const copied = await duplicateService(owner, { serviceId: service });
    if (!copied.ok) return expect.fail(copied.message);
    const { groups } = await openEditor(owner, kind, copied.serviceId);
    expect(groups[0]?.fields[0]?.text).toBe("Check the papers (5 days after filing); File it");
  });

  test("[X-TASK-1] of a service that is deleted before their minute are not published, and it is said why", async () => {
    const [row] = await database.query<{ id: string }>(
      "insert into visa_services (service_name, slug) values ('Yacht permit', 'yacht-permit') returning id",
    );
    const key = row?.id ?? "";
    const saved = await sendDraft(owner, kind, key, { tasks: task("First") });
    if (!saved.ok) return expect.fail(saved.message);
    expect(await publishAt(owner, { kind, key, number: saved.number, day: "2099-01-05", time: "09:00" })).toMatchObject(
      {
        ok: true,
      },
    );
    await database.query("delete from visa_services where id = $1", [key]);
    await database.query("update content_versions set scheduled_for = now() where scheduled_for is not null");
    await publishDue();
    expect(
      await database.query("select not_published from content_versions where key = $1 order by number desc limit 1", [
        key,
      ]),
    ).toEqual([{ not_published: "This service was deleted." }]);
  });

  test("[X-TASK-1] two tasks sent with one key, in capitals and not, get a key each", async () => {
    const key = "aaaaaaaa-0000-4000-8000-000000000001";
    await publish(task("First").with(0, key), task("Second").with(0, key.toUpperCase()));
    expect(await stored()).toMatchObject([{ key, title: "First" }, { title: "Second" }]);
  });

  test("[X-TASK-1] a service that does not exist has none", async () => {
    await expect(openEditor(owner, kind, crypto.randomUUID())).rejects.toThrow();
    await expect(openEditor(owner, kind, "none")).rejects.toThrow();
  });
});
