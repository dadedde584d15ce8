import { type Action, type Expected, type MakeFields, page, staff, supers, write } from "./access-expected";
import type { StaffFixtures } from "./staff-fixtures";

export const attempt = () => ({ attempt: crypto.randomUUID() });
export const noVerb = { stores: false, verb: false } as const;
export const person = ({ next, password }: StaffFixtures) => ({
  ...{ email: `made${next()}@lucaya.example`, role: "regular_admin" },
  ...{ password, confirmation: password },
});
/** Google isn't connected, so a sync fails; a second one soon after is refused, hence `forgetSyncs`. */
export const syncing: MakeFields = async ({ forgetSyncs }) => forgetSyncs().then(() => ({}));
const aView: MakeFields = ({ next }) => ({ view: crypto.randomUUID(), name: `View ${next()}`, search: "" });
const aSavedView: MakeFields = async (fixtures) => ({
  view: await fixtures.view(),
  name: `View ${fixtures.next()}`,
  search: "",
});
/** Saved views of a list: one's own, and others', which only super admins may change. */
export const views: Action[] = [
  { intent: "view-save", fields: aView, answered: write },
  ...["view-rename", "view-share", "view-keep", "view-delete"].map((intent) => ({
    ...{ intent, fields: aSavedView, answered: supers(302, 302, 403, 403, 302) },
  })),
];
/** Owner and due date; each action sets another value than before. The response is the page. */
export const owning = (answered: Expected, record: MakeFields = () => ({})): Action[] => [
  { intent: "assign-to-me", fields: record, answered },
  { intent: "owner", fields: async (w) => ({ ...(await record(w)), owner: await w.admin(true) }), answered },
  {
    intent: "due",
    fields: async (w) => ({ ...(await record(w)), dueOn: `${2030 + w.next()}-05-04` }),
    answered,
  },
  {
    intent: "clear-due",
    fields: async (w) => {
      const fields = await record(w);
      await w.dateAll();
      return fields;
    },
    answered,
  },
];
const noPasskey = () => ({ passkeyId: crypto.randomUUID(), name: "My phone", passkey: "{}" });
/** One's own second factors, while nothing is set up. */
export const factors = (): Action[] => {
  const refused = (status: number) => ({ answered: staff(302, 302, 403, status, status), stores: false }) as const;
  return [
    { intent: "app-begin", answered: page },
    { intent: "app-cancel", answered: page },
    { intent: "app-confirm", fields: () => ({ code: "123456" }), ...refused(404) },
    { intent: "app-remove", ...refused(404) },
    { intent: "codes-renew", ...refused(409) },
    { intent: "passkey-add", fields: noPasskey, ...refused(400) },
    { intent: "passkey-rename", fields: noPasskey, ...refused(404) },
    { intent: "passkey-remove", fields: noPasskey, ...refused(404) },
  ];
};
