import { anyone, type Entry, type MakeFields, page, staff, supers, write } from "./access-expected";
import { typed } from "./editor-form";
import type { StaffFixtures } from "./staff-fixtures";

const settings = "admin/content/settings";
/** Changes an address line on the newest version, and cancels schedules. */
const another =
  (more: Record<string, string> = {}): MakeFields =>
  async ({ superAdmin, next }) => {
    const { base = "" } = await typed(superAdmin, `/${settings}`);
    return { base, "f.address_line1": `${next()} Bay Street`, scheduled: "call-off", ...more };
  };
/** A long form: the 401 page carries it. */
const done = supers(401, 401, 403, 403, 302);

const superWrite = supers(401, 401, 403, 403, 302);
const longWrite = staff(401, 401, 403, 302, 302);
const ofNothing = (name: string) => () => ({ [name]: crypto.randomUUID() });
const issue = async (fixtures: StaffFixtures) => `admin/content/newsletter/issues/${await fixtures.issue()}`;
const ofIssue: MakeFields = async (fixtures) => {
  await fixtures.issue();
  return {};
};
const ofSending: MakeFields = async (fixtures) => {
  await fixtures.sending();
  return {};
};
const issueDone = supers(302, 302, 403, 403, 302);
const answer =
  (more: Record<string, string> = {}): MakeFields =>
  ({ next }) => ({ base: "0", "f.answer": `Answer ${next()}.`, ...more });
const byAll = staff(401, 401, 403, 302, 302);
/** The wizard with a country's steps, as their `Preview` button opens it. */
async function stepsPreview({ superAdmin }: StaffFixtures): Promise<string> {
  const list = await (await superAdmin.get("/admin/content/steps")).text();
  const [path = ""] = /\/admin\/content\/steps\/country-[\da-f-]+/.exec(list) ?? [];
  const response = await superAdmin.post(path, { base: "0", intent: "preview" });
  return response.headers.get("location")?.slice(1) ?? "";
}

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
  "admin/content/redirects": {
    loader: page,
    actions: [
      { intent: "add", fields: ({ next }) => ({ from: `/old-${next()}`, to: "/about" }), answered: superWrite },
      { intent: "remove", fields: ofNothing("redirect"), answered: superWrite, stores: false },
    ],
  },
  "admin/content/links": {
    loader: page,
    actions: [
      { intent: "check", fields: (w) => w.holdLinkChecks().then(() => ({})), answered: longWrite },
      { intent: "delete", fields: () => ({ key: "forms/none.pdf" }), answered: superWrite },
    ],
  },
  "admin/content/links/progress": { loader: staff(401, 401, 401, 200, 200) },
  "admin/content/newsletter": {
    loader: page,
    actions: [{ intent: "", fields: ofNothing("subscriber"), answered: longWrite, stores: false }],
  },
  "admin/content/newsletter/export": {
    loader: anyone(302),
    actions: [{ intent: "", answered: supers(401, 401, 403, 403, 200) }],
  },
  "admin/content/newsletter/issues": { loader: page },
  "admin/content/newsletter/issues/:post/progress": {
    at: async (fixtures) => `${await issue(fixtures)}/progress`,
    loader: staff(401, 401, 401, 200, 200),
  },
  "admin/content/newsletter/issues/:post": {
    at: issue,
    loader: page,
    actions: [
      { intent: "test", answered: issueDone },
      { intent: "send", fields: ofIssue, answered: issueDone },
      { intent: "stop", fields: ofSending, answered: issueDone },
      { intent: "continue", fields: ofIssue, answered: issueDone },
    ],
  },
  "admin/pictures": {
    actions: [{ intent: "", answered: staff(302, 302, 403, 400, 400), stores: false, verb: false }],
  },
  "admin/steps/preview": {
    at: stepsPreview,
    loader: page,
    actions: ["next", "previous", "submit"].map((intent) => ({ intent, answered: write, stores: false, verb: false })),
  },
};
