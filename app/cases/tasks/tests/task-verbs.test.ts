import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ownerMessages } from "~/accounts/owners/owned";
import type { StaffContext } from "~/accounts/staff.server";
import { readOpenOffer } from "~/accounts/undo/open-offer.server";
import { undo } from "~/accounts/undo/undo.server";
import { changesOf } from "~/cases/turn/changes.server";
import { daysAfter, nassauDay } from "~/core/time";
import { keepUndoOpen, letUndoPass } from "../../../../test/harness/desk/undo";
import { deactivated, entry, recordOf, withoutChange } from "../../../../test/harness/desk/verbs";
import { draftOf, submitted } from "../../../../test/harness/in-process/draft";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { readTaskPage } from "../desk/read-task-page.server";
import { readTasks } from "../desk/read-tasks.server";
import { setTaskDone } from "../desk/set-task-done.server";
import { registerTaskUndo } from "../desk/undo-task.server";
import { addTask, changeTask, deleteTask } from "../desk/write-task.server";
import { insertTask, tasksOf } from "./tasks-of";

const database = testDatabase();
let regular: StaffContext;
let owner: StaffContext;
let inactive: StaffContext;
let id = "";
let number = "";
const soon = () => daysAfter(nassauDay(), 9);

beforeAll(async () => {
  registerTaskUndo();
  regular = await staffMember(database, "regular_admin");
  owner = await staffMember(database, "super_admin");
  inactive = await deactivated(database);
});
beforeEach(async () => {
  await database.query("delete from undo_offers");
  const made = await draftOf(database, submitted);
  id = made.id;
  number = made.number;
});

const input = (more: object = {}) => ({ applicationId: id, ...more });
const add = (more: object = {}, by = regular) => addTask(by, input({ title: "Call the client", ...more }));
const only = async () => (await tasksOf(database, id))[0];
/** What the form of a task sends. */
const form = async (more: object = {}) => {
  const task = await only();
  const seenDay = task?.dueOn ?? "";
  return input({
    ...{ task: task?.id, revision: task?.revision, title: task?.title, note: task?.note, dueOn: seenDay, seenDay },
    ...more,
  });
};
const undoLast = async (by = regular) => {
  await keepUndoOpen(database);
  return undo(by, { offer: (await readOpenOffer(by.staff))?.id });
};
const mails = () => database.query("select id from email_notifications where application_id = $1", [id]);
const dueDay = async () =>
  (
    await database.query<{ day: string | null }>("select due_day::text as day from visa_applications where id = $1", [
      id,
    ])
  )[0]?.day;

describe("adding a task", () => {
  test("[X-TASK-4, X-TASK-6] both roles can; it is recorded once, mails nobody, and counts for the due day", async () => {
    for (const by of [regular, owner]) {
      const attempt = crypto.randomUUID();
      const sent = { title: "  Call the client ", note: "By phone", dueOn: soon(), attempt };
      expect(await add(sent, by)).toMatchObject({ ok: true });
      expect(await add(sent, by), "sent twice").toMatchObject({ ok: true });
    }
    const task = { title: "Call the client", note: "By phone", dueOn: soon(), isDone: false };
    expect(await tasksOf(database, id)).toMatchObject([task, task]);
    expect(await dueDay()).toBe(soon());
    expect(await recordOf(database, id)).toEqual(
      [regular, owner].map((by) =>
        entry(by, "task_added", "application", {
          number,
          changes: [{ field: "Task", from: "", to: "Call the client" }],
        }),
      ),
    );
    expect(await mails()).toEqual([]);
  });

  test.each([
    [{ title: "  " }, { title: "Say what has to be done." }],
    [{ title: "t".repeat(121) }, { title: "The task can have at most 120 characters." }],
    [{ note: "n".repeat(501) }, { note: "The note can have at most 500 characters." }],
    [{ dueOn: "2026-02-30" }, { dueOn: "Enter a day such as March 1, 2028, or leave it empty." }],
    [{ dueOn: daysAfter(nassauDay(), -1) }, { dueOn: ownerMessages.past }],
  ])("[X-TASK-4] %o is refused at its field", async (more, detail) => {
    const result = await withoutChange(database, () => add(more));
    expect(result).toMatchObject({ ok: false, reason: "invalid", detail });
  });

  test("[X-TASK-4] is refused in a draft, in a closed case, past 100, and to a deactivated admin", async () => {
    const draft = await draftOf(database);
    const refused = (run: () => Promise<unknown>) => withoutChange(database, run);
    expect(await refused(() => add({ applicationId: draft.id }))).toMatchObject({ ok: false, reason: "closed" });
    expect(await refused(() => add({}, inactive))).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await refused(() => add({ applicationId: crypto.randomUUID() }))).toMatchObject({ reason: "not-found" });
    await database.query(
      "insert into case_tasks (application_id, title) select $1, 'Task ' || n from generate_series(1, 100) n",
      [id],
    );
    const message = "A case has 100 tasks at most.";
    expect(await refused(() => add())).toMatchObject({ ok: false, reason: "invalid", message });
    await database.query(
      "update case_tasks set removed_at = now() where id = (select id from case_tasks where application_id = $1 limit 1)",
      [id],
    );
    expect(await add()).toMatchObject({ ok: true });
    await database.query("update visa_applications set status = 'denied' where id = $1", [id]);
    expect(await refused(() => add())).toMatchObject({ ok: false, reason: "closed" });
  });
});

describe("changing a task", () => {
  test("[X-TASK-4, X-TASK-6] changes words and day in one entry that names what changed, without the note", async () => {
    await insertTask(database, id, { event: "filing", days: 5 });
    expect(await changeTask(owner, await form({ title: "File it", note: "Secret", dueOn: soon() }))).toMatchObject({
      ok: true,
    });
    expect(await only()).toMatchObject({ title: "File it", note: "Secret", dueOn: soon(), byHand: true, revision: 1 });
    const [{ details } = { details: {} }] = await recordOf(database, id);
    expect(details).toMatchObject({
      number,
      changes: [
        { field: "Task", from: "File the papers", to: "File it" },
        { field: "Note of “File it”", hidden: true },
        { field: "Due date of “File it”", from: "" },
      ],
    });
    expect(JSON.stringify(details)).not.toContain("Secret");
  });

  test.each(["", "x", "\0", crypto.randomUUID()])("[X-TASK-4, X-TASK-5] the id %j is of no task", async (task) => {
    await insertTask(database, id);
    const sent = await form({ title: "Call again", task });
    for (const verb of [changeTask, deleteTask, (by: StaffContext, of: object) => setTaskDone(by, of, true)])
      expect(await withoutChange(database, () => verb(regular, sent))).toMatchObject({ reason: "not-found" });
    expect(await readTaskPage(id, task)).toMatchObject({ changed: null, isGone: true });
  });

  test("[X-TASK-3, X-TASK-4] a day that is left as shown still follows its event, and a cleared one stays without", async () => {
    await database.query("update visa_applications set filed_on = '2026-02-01' where id = $1", [id]);
    await insertTask(database, id, { event: "filing", days: 5, due_on: "2026-02-06" });
    const before = await form({ title: "Renamed" });
    await database.query("update case_tasks set due_on = '2026-03-03' where application_id = $1", [id]);
    await database.query("update visa_applications set filed_on = '2026-02-26' where id = $1", [id]);
    expect(await changeTask(regular, before), "made before the event moved").toMatchObject({ ok: true });
    expect(await only()).toMatchObject({ title: "Renamed", dueOn: "2026-03-03", byHand: false });
    expect(await changeTask(regular, await form({ dueOn: "" }))).toMatchObject({ ok: true });
    expect(await only()).toMatchObject({ dueOn: null, byHand: true });
  });

  test("[X-TASK-6] over somebody else's is refused with both versions untouched, and the same again succeeds", async () => {
    await insertTask(database, id);
    const [mine, theirs] = [await form({ title: "Mine" }), await form({ title: "Theirs" })];
    expect(await changeTask(owner, theirs)).toMatchObject({ ok: true });
    expect(await changeTask(owner, theirs), "sent twice").toMatchObject({ ok: true });
    const stale = { ok: false, reason: "conflict", message: ownerMessages.stale };
    expect(await withoutChange(database, () => changeTask(regular, mine))).toMatchObject(stale);
    expect(await withoutChange(database, () => deleteTask(regular, mine))).toMatchObject(stale);
    expect(await only()).toMatchObject({ title: "Theirs" });
    expect(await recordOf(database, id)).toHaveLength(1);
  });

  test("[X-TASK-4] removes an open one, and neither changes nor removes one that is done, removed or of another case", async () => {
    await insertTask(database, id);
    const sent = await form({ title: "Other" });
    await setTaskDone(regular, sent, true);
    for (const verb of [changeTask, deleteTask])
      expect(await withoutChange(database, () => verb(owner, sent))).toMatchObject({ ok: false, reason: "closed" });
    await setTaskDone(regular, sent, false);
    const elsewhere = { ...sent, applicationId: (await draftOf(database, submitted)).id };
    for (const verb of [changeTask, deleteTask])
      expect(await withoutChange(database, () => verb(owner, elsewhere))).toMatchObject({ reason: "not-found" });
    expect(await deleteTask(owner, sent)).toMatchObject({ ok: true });
    expect(await only()).toMatchObject({ isRemoved: true });
    for (const verb of [changeTask, deleteTask])
      expect(await withoutChange(database, () => verb(owner, sent))).toMatchObject({ reason: "not-found" });
    expect((await readTasks({ id, status: "submitted", submittedAt: new Date() }))?.open).toEqual([]);
  });
});

describe("ticking a task", () => {
  test("[X-TASK-5, X-TASK-6] says who and when, is opened again by the same press, and each is one entry", async () => {
    await insertTask(database, id, { due_on: soon(), is_dated_by_hand: true });
    const task = { task: (await only())?.id };
    await setTaskDone(regular, input(task), true);
    expect(await only()).toMatchObject({ isDone: true, doneBy: regular.staff.email });
    const tasks = await readTasks({ id, status: "submitted", submittedAt: new Date() });
    expect(tasks).toMatchObject({ open: [], done: [{ done: { byEmail: regular.staff.email } }] });
    await setTaskDone(owner, input(task), false);
    expect(await only()).toMatchObject({ isDone: false, doneBy: null });
    const details = (from: string, to: string) => ({ number, changes: [{ field: "File the papers", from, to }] });
    expect(await recordOf(database, id)).toEqual([
      entry(regular, "task_done", "application", details("open", "done")),
      entry(owner, "task_opened_again", "application", details("done", "open")),
    ]);
    expect(await mails()).toEqual([]);
  });

  test("[X-TASK-6] by two admins at once it makes one entry, and both see it done", async () => {
    await insertTask(database, id);
    const task = input({ task: (await only())?.id });
    const results = await Promise.all([regular, owner, regular, owner].map((by) => setTaskDone(by, task, true)));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(await recordOf(database, id)).toHaveLength(1);
    expect(await only()).toMatchObject({ isDone: true });
  });

  test("[X-TASK-8] is refused in a closed case, whose tasks come back with another status", async () => {
    await insertTask(database, id);
    const task = input({ task: (await only())?.id });
    await database.query("update visa_applications set status = 'withdrawn' where id = $1", [id]);
    const result = await withoutChange(database, () => setTaskDone(regular, task, true));
    expect(result).toMatchObject({ ok: false, reason: "closed" });
    await database.query("update visa_applications set status = 'approved' where id = $1", [id]);
    expect(await setTaskDone(regular, task, true)).toMatchObject({ ok: true });
  });

  test("[X-TASK-5] an open page of the desk learns of it, and the applicant's never does", async () => {
    await insertTask(database, id);
    const task = input({ task: (await only())?.id });
    const seen = [await changesOf(id), await changesOf(id, { asApplicant: true })];
    await setTaskDone(regular, task, true);
    expect(await changesOf(id)).not.toBe(seen[0]);
    expect(await changesOf(id, { asApplicant: true })).toBe(seen[1]);
  });
});

describe("undoing a change of a task", () => {
  type Run = () => Promise<unknown>;
  const changes: Record<string, Run> = {
    "a tick": async () => setTaskDone(regular, await form(), true),
    "an edit": async () => changeTask(regular, await form({ title: "Other", note: "More" })),
    "a day": async () => changeTask(regular, await form({ dueOn: soon() })),
    "a removal": async () => deleteTask(regular, await form()),
  };

  test.each(Object.entries(changes))("[X-TASK-6] puts back what was there before %s", async (_, change) => {
    await database.query("update visa_applications set filed_on = '2026-02-26' where id = $1", [id]);
    await insertTask(database, id, { note: "How", event: "filing", days: 5, due_on: "2026-03-03" });
    const { revision: _before, ...before } = (await only()) ?? { revision: 0 };
    expect(await change()).toMatchObject({ ok: true });
    expect(await only()).not.toMatchObject(before);
    expect(await undoLast()).toEqual({ ok: true });
    expect(await only()).toMatchObject(before);
    expect((await recordOf(database, id)).at(-1)).toMatchObject({ what: "task_undone", details: { number } });
  });

  test("[X-TASK-6] removes a task that was added, and its due day with it", async () => {
    await add({ dueOn: soon() });
    expect(await undoLast()).toEqual({ ok: true });
    expect(await tasksOf(database, id)).toEqual([]);
    expect(await dueDay()).toBeNull();
  });

  test("[X-TASK-6] opens a done one with the day that its event has by now", async () => {
    await database.query("update visa_applications set filed_on = '2026-02-01' where id = $1", [id]);
    await insertTask(database, id, { event: "filing", days: 5, due_on: "2026-02-06" });
    await setTaskDone(regular, await form(), true);
    await database.query("update visa_applications set filed_on = '2026-02-26' where id = $1", [id]);
    expect(await undoLast()).toEqual({ ok: true });
    expect(await only()).toMatchObject({ isDone: false, dueOn: "2026-03-03" });
  });

  test("[X-TASK-6] is refused after somebody else's change and after ten seconds", async () => {
    await insertTask(database, id);
    await setTaskDone(regular, await form(), true);
    await setTaskDone(owner, await form(), false);
    await changeTask(owner, await form({ title: "Theirs" }));
    expect(await undoLast()).toMatchObject({ ok: false, message: ownerMessages.stale });
    await setTaskDone(regular, await form(), true);
    const offer = (await readOpenOffer(regular.staff))?.id;
    await letUndoPass(database);
    expect(await undo(regular, { offer })).toMatchObject({
      message: "It is too late to undo this. Please change it again by hand.",
    });
    expect(await only()).toMatchObject({ isDone: true, title: "Theirs" });
  });
});
