import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { redirectOf } from "~/content/redirects/redirects.server";
import { openEditor } from "../../../../../test/harness/in-process/editor";
import { publishAt, publishNow, publishThing, sendDraft } from "../../../../../test/harness/in-process/publish";
import { staffMember } from "../../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";
import { findKind } from "../../kinds.server";
import { readList } from "../../list.server";
import { readOverview } from "../../overview.server";

const database = testDatabase();
let superAdmin: StaffContext;
beforeAll(async () => {
  superAdmin = await staffMember(database);
});
beforeEach(async () => {
  await database.query("truncate content_versions, redirects");
  await database.query("delete from seo_metadata where page_path like '/services/%ireland'");
  await database.query("delete from countries where code = 'IE'");
});

const ireland = { name: "Ireland", code: "IE" };

describe("a renamed country", () => {
  test("[O-LINK-1] a renamed country's former path redirects to the new one, and its metadata and their draft move along", async () => {
    const key = await publishThing(superAdmin, "countries", "new", ireland);
    const [old, now] = ["/services/ireland", "/services/southern-ireland"];
    await database.query(
      "insert into seo_metadata (page_path, title, description, canonical_url) values ($1, 'To Ireland', 'Visas.', $1)",
      [old],
    );
    await database.query("insert into redirects (from_path, to_address) values ($1, '/about')", [now]);
    await sendDraft(superAdmin, "metadata", "services.ireland", { title: "Drafted" });
    await publishThing(superAdmin, "countries", key, { name: "Southern Ireland" });
    expect([await redirectOf(old, "?x=1"), await redirectOf(now, "")]).toEqual([`${now}?x=1`, null]);
    const paths = "select page_path, title, canonical_url as canonical from seo_metadata where page_path in ($1, $2)";
    expect(await database.query(paths, [old, now])).toEqual([{ page_path: now, title: "To Ireland", canonical: now }]);
    const { draft, groups } = await openEditor(superAdmin, "metadata", "services.southern-ireland");
    const title = groups.flatMap(({ fields }) => fields).find(({ name }) => name === "title");
    expect([draft?.number, title?.boxes]).toEqual([2, ["Drafted"]]);
    await publishThing(superAdmin, "countries", key, { name: "Ireland" });
    expect([await redirectOf(now, ""), await redirectOf(old, "")]).toEqual([old, null]);
    expect((await database.query<{ page_path: string }>(paths, [old, now])).map((row) => row.page_path)).toEqual([old]);
  });

  test("[O-META-1, O-EDIT-1] the old page can no longer be published and only keeps its history", async () => {
    const key = await publishThing(superAdmin, "countries", "new", ireland);
    const [old, now] = ["services.ireland", "services.southern-ireland"];
    const rows = "select page_path from seo_metadata where page_path like '/services/%ireland'";
    await database.query(
      "insert into seo_metadata (page_path, title, description) values ($1, 'To Ireland', 'Visas.')",
      ["/services/ireland"],
    );
    await sendDraft(superAdmin, "metadata", old, { title: "Drafted" });
    await publishThing(superAdmin, "countries", key, { name: "Southern Ireland" });
    const metadata = findKind("metadata") ?? expect.fail("no metadata");
    const { entries, counts } = await readList(superAdmin.staff, metadata, metadata.many ?? expect.fail("not many"));
    const drafts = entries.filter(({ hasDraft }) => hasDraft).map(({ name }) => name);
    expect([drafts, counts.drafts, counts.offline]).toEqual([["/services/southern-ireland"], 1, 0]);
    expect((await readOverview()).find(({ kind }) => kind === "metadata")?.drafts).toBe(1);
    const refused = {
      ...{ ok: false, reason: "conflict" },
      message: "This address now redirects to /services/southern-ireland, so you can’t edit it here.",
    };
    expect(await publishNow(superAdmin, { kind: "metadata", key: old, number: 2 })).toMatchObject(refused);
    expect(await sendDraft(superAdmin, "metadata", old, { title: "Again" })).toMatchObject(refused);
    expect(await database.query(rows)).toEqual([{ page_path: "/services/southern-ireland" }]);
    const { mayChange, isOffline, history } = await openEditor(superAdmin, "metadata", old);
    expect([mayChange, isOffline, history.map(({ number }) => number)]).toEqual([false, false, [2, 1]]);
    await publishThing(superAdmin, "countries", key, { name: "Ireland" });
    expect([
      await openEditor(superAdmin, "metadata", old),
      await openEditor(superAdmin, "metadata", now),
    ]).toMatchObject([
      { mayChange: true, leadsTo: null },
      { mayChange: false, leadsTo: "/services/ireland" },
    ]);
  });
});

describe("a scheduled version of a renamed country's page", () => {
  const [old, now] = ["services.ireland", "services.southern-ireland"];
  const year = new Date().getUTCFullYear() + 1;
  const titleOf = async (key: string) => {
    const { groups } = await openEditor(superAdmin, "metadata", key);
    return groups.flatMap(({ fields }) => fields).find(({ name }) => name === "title")?.boxes[0];
  };
  async function drafted(title: string) {
    const draft = await sendDraft(superAdmin, "metadata", old, { title });
    return draft.ok ? draft.number : expect.fail(draft.message);
  }
  async function scheduled(title: string, day: string) {
    const sent = { kind: "metadata", key: old, number: await drafted(title), day, time: "09:00" };
    expect(await publishAt(superAdmin, sent)).toMatchObject({ ok: true });
  }
  async function made() {
    const key = await publishThing(superAdmin, "countries", "new", ireland);
    await database.query(
      "insert into seo_metadata (page_path, title, description) values ('/services/ireland', 'To Ireland', 'Visas.')",
    );
    return key;
  }
  const rename = (key: string) => publishThing(superAdmin, "countries", key, { name: "Southern Ireland" });

  test("[O-EDIT-8, O-LINK-1] the scheduled version moves along with a later draft", async () => {
    const key = await made();
    await scheduled("Scheduled", `${year}-02-15`);
    await drafted("A draft of after it");
    await rename(key);
    expect(await titleOf(now)).toBe("A draft of after it");
    const { scheduled: waiting, draft, history } = await openEditor(superAdmin, "metadata", now);
    expect([waiting.map(({ number, day }) => [number, day]), draft?.number]).toEqual([[[2, `${year}-02-15`]], 3]);
    expect(history.map(({ number, state }) => [number, state])).toEqual([
      [3, "draft"],
      [2, "scheduled"],
      [1, "published"],
    ]);
  });

  test("[O-EDIT-2, O-LINK-1] a published draft isn't a draft again when the country gets its former path back", async () => {
    const key = await made();
    await drafted("A draft once");
    await rename(key);
    const { draft } = await openEditor(superAdmin, "metadata", now);
    expect(await publishNow(superAdmin, { kind: "metadata", key: now, number: draft?.number ?? 0 })).toMatchObject({
      ok: true,
    });
    await publishThing(superAdmin, "metadata", now, { title: "Newer than that" });
    await publishThing(superAdmin, "countries", key, { name: "Ireland" });
    expect([await titleOf(old), (await openEditor(superAdmin, "metadata", old)).draft]).toEqual([
      "Newer than that",
      null,
    ]);
  });
});
