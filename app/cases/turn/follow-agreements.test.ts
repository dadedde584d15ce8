import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { publishDue, registerContentSchedule } from "~/content/editing/due.server";
import { unpublish } from "~/content/editing/offline.server";
import { saveContent } from "~/content/editing/save-content.server";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { registered } from "~/jobs/registry.server";
import { insertOffer, insertSignature } from "../../../test/harness/desk/agreements";
import { draftOf } from "../../../test/harness/in-process/draft";
import { formOf, publishAt, publishThing } from "../../../test/harness/in-process/publish";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { followAgreements, registerAgreementTurns } from "./follow-agreements.server";
import { updateTurn } from "./update-turn.server";

registerAgreementTurns();
registerContentSchedule();
const database = testDatabase();
const job = "agreements.changed";
let owner: StaffContext;
let template = "";
beforeAll(async () => {
  owner = await staffMember(database, "super_admin");
});
beforeEach(async () => {
  await database.query("delete from visa_applications");
  await database.query("delete from agreement_templates");
  await database.query("delete from site_settings where key = 'legal_name'");
  await database.query("truncate content_versions");
  template = await agreement("You pay {total}.");
  await database.query("delete from pgboss.job");
});

const agreement = (text: string, key = "new") =>
  publishThing(owner, "agreements", key, {
    ...{ name: key === "new" ? crypto.randomUUID() : "Standard", title: "Agreement", blocks: ["", "", text] },
  });
const submitted = () => ({ status: "under_review", submitted_at: new Date(), turn: "office", turn_since: new Date() });
/** An open case that was offered the template. */
async function offeredCase(offer: Record<string, unknown> = {}) {
  const { id } = await draftOf(database, submitted());
  await insertOffer(database, id, { template_id: template, ...offer });
  return id;
}
async function waitingCase() {
  const id = await offeredCase();
  await db.transaction((tx) => updateTurn(tx, id));
  return id;
}
const turnOf = async (id: string) =>
  (await database.query<{ turn: string }>("select turn from visa_applications where id = $1", [id]))[0]?.turn;
/** Runs the jobs that were enqueued, as the queue does. */
async function work() {
  const jobs = await database.enqueued(job);
  await database.query("delete from pgboss.job where name = $1", [job]);
  for (const data of jobs)
    await registered.get(job)?.run(data, { attempt: 1, last: false, signal: new AbortController().signal });
  return jobs;
}
const takeOffline = () => unpublish({ ...owner, attempt: crypto.randomUUID() }, { kind: "agreements", key: template });

describe("the stored turn of a case that waits for a signature", () => {
  test("[M-AGR-11, M-AGR-4] it follows an agreement that is taken offline and published again", async () => {
    const id = await waitingCase();
    expect(await turnOf(id)).toBe("applicant");
    expect(await takeOffline()).toMatchObject({ ok: true });
    expect(await work()).toEqual([{ templateId: template }]);
    expect(await turnOf(id)).toBe("office");
    await agreement("You pay {total} in all.", template);
    expect(await work()).toEqual([{ templateId: template }]);
    expect(await turnOf(id)).toBe("applicant");
  });

  test("[M-AGR-11, M-AGR-2] it follows a text that names a fact which the case lacks, and the setting that fills it", async () => {
    const id = await waitingCase();
    await agreement("You pay {legal name}.", template);
    await work();
    expect(await turnOf(id)).toBe("office");
    await publishThing(owner, "settings", "site", { legal_name: "Lucaya Ltd." });
    expect(await work()).toEqual([{}]);
    expect(await turnOf(id)).toBe("applicant");
    await publishThing(owner, "settings", "site", { legal_name: "" });
    await work();
    expect(await turnOf(id)).toBe("office");
  });

  test("[M-AGR-11] it follows a version that is published at its minute", async () => {
    const id = await waitingCase();
    const form = await formOf(owner, "agreements", template, { blocks: ["", "", "You pay {legal name}."] });
    const saved = await saveContent(owner, form);
    if (!saved.ok) return expect.fail(saved.message);
    const day = nassauDay(new Date(Date.now() + 2 * 86_400_000));
    expect(
      await publishAt(owner, { kind: "agreements", key: template, number: saved.number, day, time: "09:00" }),
    ).toMatchObject({ ok: true });
    expect(await work()).toEqual([]);
    await database.query("update content_versions set scheduled_for = now() where scheduled_for is not null");
    await publishDue();
    await work();
    expect(await turnOf(id)).toBe("office");
  });

  test("[M-AGR-11] only open cases that wait for a signature of the template are looked at, page by page", async () => {
    const waiting = await Promise.all(Array.from({ length: 205 }, () => offeredCase()));
    const others = [
      await offeredCase({ work_begins_signed: false }),
      await offeredCase({ template_id: await agreement("Another.") }),
    ];
    const signed = await offeredCase();
    const [offer] = await database.query<{ id: string }>("select id from agreement_offers where application_id = $1", [
      signed,
    ]);
    await insertSignature(database, offer?.id ?? "");
    const decided = await offeredCase();
    await database.query("update visa_applications set status = 'denied' where id = $1", [decided]);
    await database.query("update agreement_templates set is_offline = true where id = $1", [template]);
    await database.query("update visa_applications set turn = 'authority' where turn is not null");
    await followAgreements(template);
    expect(new Set(await Promise.all(waiting.map(turnOf)))).toEqual(new Set(["office"]));
    expect(await Promise.all([...others, signed, decided].map(turnOf))).toEqual(Array(4).fill("authority"));
  });

  test("[M-AGR-11] a setting that was not published moves no turn", async () => {
    const id = await waitingCase();
    await agreement("You pay {legal name}.", template);
    await work();
    const form = await formOf(owner, "settings", "site", { legal_name: "Lucaya Ltd." });
    expect(await saveContent(owner, form)).toMatchObject({ ok: true });
    expect(await work()).toEqual([]);
    expect(await turnOf(id)).toBe("office");
  });
});
