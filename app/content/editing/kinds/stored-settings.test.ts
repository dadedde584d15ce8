import { beforeAll, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { publicSettings } from "~/content/settings/settings.server";
import { visitOf } from "../../../../test/harness/in-process/content";
import { openEditor } from "../../../../test/harness/in-process/editor";
import { publishNow } from "../../../../test/harness/in-process/publish";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { registerContentSchedule } from "../due.server";
import { saveContent } from "../save-content.server";

registerContentSchedule();
const database = testDatabase();
const item = { kind: "settings", key: "site" };
let superAdmin: StaffContext;
beforeAll(async () => {
  superAdmin = await staffMember(database);
});

async function publish(line: string, base: number): Promise<number> {
  const rawInputs = { address_line1: [line], copyright_line: [line] };
  const saved = await saveContent(superAdmin, { ...item, base, typed: rawInputs });
  if (!saved.ok) return expect.fail(`${saved.message} ${JSON.stringify(saved.detail)}`);
  expect(await publishNow(superAdmin, { ...item, number: saved.number })).toMatchObject({ ok: true });
  return saved.number;
}

test.each(["1e400", "2026", "null", "true", "[]", '"quoted"'])(
  "[O-SET-2] %s stays the typed text, in public and in the editor, even if it could be parsed as JSON",
  async (text) => {
    await database.query("truncate content_versions");
    const number = await publish(text, 0);
    expect(await publicSettings(visitOf())).toMatchObject({ copyrightLine: text });
    const fields = (await openEditor(superAdmin, "settings", "site")).groups.flatMap((group) => group.fields);
    expect(fields.find(({ name }) => name === "copyright_line")).toMatchObject({ boxes: [text] });
    await publish("again", number);
  },
);
