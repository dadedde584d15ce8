import { type Entry, type MakeFields, page, staff, supers } from "./access-expected";
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

const answer =
  (more: Record<string, string> = {}): MakeFields =>
  ({ next }) => ({ base: "0", "f.answer": `Answer ${next()}.`, ...more });
const byAll = staff(401, 401, 403, 302, 302);

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
      ...["call-off", "offline", "remove"].map((intent) => ({
        intent,
        fields: () => ({ number: "999", sure: "yes" }),
        answered: supers(401, 401, 403, 403, 404),
        stores: false as const,
      })),
    ],
  },
  "admin/content/:kind/:key": {
    at: async ({ question }) => `admin/content/questions/${await question()}`,
    loader: page,
    actions: [
      { intent: "save", fields: answer(), answered: byAll },
      { intent: "preview", fields: answer(), answered: byAll },
      { intent: "schedule", fields: answer({ day: "2099-01-05", time: "09:00" }), answered: byAll },
      { intent: "publish", fields: answer(), answered: byAll },
      { intent: "restore", fields: () => ({ number: "1" }), answered: byAll },
      { intent: "call-off", fields: () => ({ number: "9" }), answered: staff(401, 401, 403, 404, 404), stores: false },
      { intent: "offline", fields: () => ({ sure: "yes" }), answered: byAll },
      {
        intent: "remove",
        fields: () => ({ sure: "yes" }),
        answered: staff(401, 401, 403, 404, 404),
        stores: false,
      },
    ],
  },
};
