import { type Entry, type MakeFields, page, supers, write } from "./access-expected";
import type { StaffWorld } from "./desk-world";
import { typed } from "./editor-form";

const settings = "admin/content/settings";
/** Another address line alone, on the newest version; whatever is scheduled is called off. */
const another =
  (more: Record<string, string> = {}): MakeFields =>
  async ({ boss, next }) => {
    const { base = "" } = await typed(boss, `/${settings}`);
    return { base, "f.address_line1": `${next()} Bay Street`, scheduled: "call-off", ...more };
  };
/** A long form: its page holds it until one signs in. */
const done = supers(401, 401, 403, 403, 302);

/** The wizard with the steps of a country, as the button `Preview` of their screen leads there. */
async function stepsPreview({ boss }: StaffWorld): Promise<string> {
  const list = await (await boss.get("/admin/content/steps")).text();
  const [path = ""] = /\/admin\/content\/steps\/country-[\da-f-]+/.exec(list) ?? [];
  const answer = await boss.post(path, { base: "0", intent: "preview" });
  return answer.headers.get("location")?.slice(1) ?? "";
}

/** What the owner edits. */
export const contentEntries: Record<string, Entry> = {
  "admin/content": { loader: page },
  "admin/content/:kind": {
    at: () => settings,
    loader: page,
    actions: [
      { intent: "save", fields: another(), answered: done },
      { intent: "preview", fields: another(), answered: done },
      { intent: "schedule", fields: another({ day: "2099-01-05", time: "09:00" }), answered: done },
      { intent: "publish", fields: another(), answered: done },
      { intent: "restore", fields: () => ({ number: "1" }), answered: done },
      {
        intent: "call-off",
        fields: () => ({ number: "999" }),
        answered: supers(401, 401, 403, 403, 404),
        stores: false,
      },
    ],
  },
  "admin/steps/preview": {
    at: stepsPreview,
    loader: page,
    actions: [{ intent: "next", answered: write, stores: false, verb: false }],
  },
};
