import { beforeAll, beforeEach, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { registerContentSchedule } from "~/content/editing/due.server";
import { saveContent } from "~/content/editing/save-content.server";
import { requestContextStorage } from "~/core/request-context-storage.server";
import { visitOf } from "../../test/harness/in-process/content";
import { openEditor } from "../../test/harness/in-process/editor";
import { publishNow } from "../../test/harness/in-process/publish";
import { staffMember } from "../../test/harness/in-process/staff";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { reviewBlock } from "./reviews.server";

registerContentSchedule();
const database = testDatabase();
const item = { kind: "reviews", key: "first" };
let regular: StaffContext;
beforeAll(async () => {
  regular = await staffMember(database, "regular_admin");
});
/** Ten, the newest by A. */
beforeEach(async () => {
  await database.query("truncate content_versions");
  await database.query("truncate google_reviews");
  await database.query(`insert into google_reviews (author_name, rating, review_date)
    select chr(64 + n), 5, date '2026-10-11' - n from generate_series(1, 10) n`);
});

const shown = async (limit?: number, visit = visitOf()) =>
  (await reviewBlock(visit, limit)).reviews.map(({ author }) => author).join("");
/** A review as the field's list shows it. */
async function named(author: string): Promise<string> {
  const control = (await openEditor(regular, item.kind, item.key)).groups[0]?.fields[0]?.control;
  const options = control?.as === "choice" ? control.options : [];
  return options.find(({ value }) => value.startsWith(`${author},`))?.value ?? "";
}
const save = async (authors: Record<number, string>, base = 0) =>
  saveContent(regular, {
    ...{ ...item, base },
    typed: Object.fromEntries(
      await Promise.all(
        Object.entries(authors).map(async ([index, author]) => [
          `place_${index}`,
          [author.length === 1 ? await named(author) : author],
        ]),
      ),
    ),
  });
async function publish(authors: Record<number, string>, base = 0) {
  const saved = await save(authors, base);
  if (!saved.ok) return expect.fail(JSON.stringify(saved));
  return publishNow(regular, { ...item, number: saved.number });
}

test("[O-TEXT-2, P-REV-1] without pinned reviews the newest come first", async () => {
  expect(await shown()).toBe("ABCDEFGH");
  expect(await shown(4)).toBe("ABCD");
});

test("[O-TEXT-2, O-MAY-1] reviews that a regular admin pins come first on home and about, then the newest", async () => {
  const saved = await save({ 1: "J", 2: "C" });
  expect(await shown(), "a draft").toBe("ABCDEFGH");
  expect(saved.ok && (await publishNow(regular, { ...item, number: saved.number }))).toMatchObject({ ok: true });
  expect(await shown()).toBe("JCABDEFG");
  expect(await shown(4)).toBe("JCAB");
  await publish({ 1: "", 2: "B" }, 2);
  expect(await shown()).toBe("BACDEFGH");
});

test("[O-TEXT-2] a hidden review is not shown even if pinned", async () => {
  await publish({ 1: "J", 2: "I" });
  await database.query("update google_reviews set is_visible = false where author_name = 'J'");
  expect(await shown()).toBe("IABCDEFG");
});

test("[O-TEXT-2] a duplicate and an unknown review are refused at their position", async () => {
  expect(await save({ 1: "J", 3: "J" })).toMatchObject({
    detail: { problems: { place_3: "This review already has a place." } },
  });
  expect(await save({ 1: "Nobody · 00000000" })).toMatchObject({
    detail: { problems: { place_1: "This review no longer exists. Choose another." } },
  });
  expect(await save({ 2: "Anything else" })).toMatchObject({
    detail: { problems: { place_2: "Choose one from the list." } },
  });
});

test("[O-EDIT-3] the previewing admin sees the draft's order on the page", async () => {
  const content = { place_1: await named("D") };
  const visit = visitOf({ preview: { number: 2, title: "", thing: { ...item, content } } });
  expect(await requestContextStorage.run(visit, () => shown(4, visit))).toBe("DABC");
  expect(await shown(4)).toBe("ABCD");
});
