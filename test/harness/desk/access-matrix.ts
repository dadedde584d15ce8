import {
  anyone,
  call,
  type Entry,
  type MakeFields,
  page,
  resendPage,
  signInPage,
  staff,
  superCall,
  superPage,
  supers,
  write,
} from "./access-expected";
import { caseEntries } from "./case-matrix";
import type { StaffWorld } from "./desk-world";
import { typed } from "./editor-form";
import { inquiryEntries } from "./inquiry-matrix";

const noVerb = { stores: false, verb: false } as const;
const person = ({ next, password }: StaffWorld) => ({
  ...{ email: `made${next()}@lucaya.example`, role: "regular_admin" },
  ...{ password, confirmation: password },
});
const aService: MakeFields = async (world) => ({ serviceId: await world.service() });
/** Google is not connected here, so a sync fails; a second one soon after is refused, hence `forgetSyncs`. */
const syncing: MakeFields = async ({ forgetSyncs }) => forgetSyncs().then(() => ({}));
const anAdmin =
  (active: boolean): MakeFields =>
  async (world) => ({ adminId: await world.admin(active) });
/** From a status that can be left without a question. */
const approval: MakeFields = async (world) => {
  await world.undecided();
  return { status: "approved", message: "Welcome", sure: "yes" };
};
const aNumber: MakeFields = () => ({ number: "RD4471902" });
const aDraft: MakeFields = (world) => world.draft();
const functionOn = (action: string): MakeFields => {
  return async (world) => ({ action, adminId: await world.admin(action === "deactivate") });
};

/** Every address that staff alone may ask, by the path that `app/routes.ts` or the shell gives it. */
export const matrix: Record<string, Entry> = {
  admin: { loader: page, actions: [{ intent: "remove-sample-people", answered: supers(302, 302, 403, 403, 302) }] },
  "admin/services": {
    loader: page,
    actions: [
      { intent: "move", fields: async (world) => ({ ...(await aService(world)), before: "" }), answered: page },
      { intent: "duplicate", fields: aService, answered: write },
      { intent: "active", fields: async (world) => ({ ...(await aService(world)), active: "no" }), answered: write },
      { intent: "delete", fields: aService, answered: write },
    ],
  },
  "admin/services/:id": {
    at: async (world) => `admin/services/${await world.service()}`,
    loader: page,
    actions: [
      {
        intent: "",
        fields: async (world) =>
          typed(world.boss, `/admin/services/${await world.service()}`, { overview: `Overview ${world.next()}` }),
        answered: resendPage(302),
      },
      {
        intent: "", // a button of the required documents
        fields: async (world) => typed(world.boss, `/admin/services/${await world.service()}`, { rows: "add" }),
        answered: resendPage(200),
        ...noVerb,
      },
    ],
  },
  "admin/services/:id/preview": {
    at: async (world) => `admin/services/${await world.service()}/preview`,
    loader: page,
    actions: [
      {
        intent: "",
        fields: async (world) => typed(world.boss, `/admin/services/${await world.service()}`),
        answered: page,
        ...noVerb,
      },
    ],
  },
  "admin/reviews": {
    loader: page,
    actions: [
      { intent: "sync", fields: syncing, answered: staff(302, 302, 403, 502, 502), stores: false },
      { intent: "visibility", fields: async (w) => ({ reviewId: await w.review(), visible: "no" }), answered: page },
    ],
  },
  "admin/users": {
    loader: superPage,
    actions: [
      { intent: "create", fields: person, answered: superPage },
      {
        intent: "role",
        fields: async (world) => ({ adminId: await world.admin(true), role: "super_admin" }),
        answered: superPage,
      },
      { intent: "deactivate", fields: anAdmin(true), answered: superPage },
      { intent: "reactivate", fields: anAdmin(false), answered: superPage },
    ],
  },
  "admin/applications": { loader: page, actions: [{ intent: "delete-drafts", fields: aDraft, answered: write }] },
  "admin/applications/passport": { loader: page, actions: [{ intent: "", fields: aNumber, answered: page }] },
  "admin/applications/arrivals": { at: () => "admin/applications/arrivals?since=2026-01-01T00:00:00Z", loader: page },
  "admin/applications/:id": {
    at: ({ application }) => `admin/applications/${application}`,
    loader: page,
    actions: [
      { intent: "reveal", fields: () => ({ step: "2" }), answered: resendPage(200) },
      {
        intent: "send-invitation",
        fields: () => ({ attempt: crypto.randomUUID() }),
        answered: resendPage(409),
        stores: false,
      },
      { intent: "add-note", fields: () => ({ note: crypto.randomUUID(), body: "Seen" }), answered: resendPage(302) },
      {
        intent: "edit-note",
        fields: async (world) => ({ note: await world.note(), revision: "1", body: "Seen again" }),
        answered: resendPage(302),
      },
      { intent: "preview", fields: approval, answered: resendPage(200), stores: false },
      { intent: "status", fields: approval, answered: resendPage(302) },
      { intent: "send-link", answered: resendPage(200) },
      {
        intent: "change-email",
        fields: ({ next }) => ({ email: `new${next()}@mail.example` }),
        answered: resendPage(200),
      },
      { intent: "set-tier", fields: (world) => world.tier(), answered: resendPage(200) },
    ],
  },
  ...caseEntries,
  ...inquiryEntries,
  "admin/inquiries/export": { loader: anyone(302), actions: [{ intent: "", answered: page }] },
  "admin/emails": { loader: page },
  "admin/emails/:id": {
    at: async (world) => `admin/emails/${await world.mail()}`,
    loader: page,
    actions: [{ intent: "", answered: write }],
  },
  "admin/migration": {
    loader: page,
    actions: [
      { intent: "migrate-all", fields: () => ({ confirmed: "yes" }), answered: write },
      { intent: "migrate", fields: ({ application }) => ({ id: application }), answered: page },
      { intent: "verify", fields: ({ application }) => ({ id: application }), answered: page, stores: false },
    ],
  },
  "admin/palette": { at: () => "admin/palette?q=nassau", loader: page },
  "admin/migration/progress": { loader: staff(401, 401, 401, 200, 200) },
  "admin/privacy": {
    loader: superPage,
    actions: [
      { intent: "renew-keys", fields: () => ({ confirmed: "yes" }), answered: supers(302, 302, 403, 403, 302) },
    ],
  },
  "admin/privacy/progress": { loader: supers(401, 401, 401, 403, 200) },
  "documents/:id": { at: ({ document }) => `documents/${document}`, loader: staff(404, 404, 404, 200, 200) },

  "functions/v1/sync-google-reviews": {
    loader: anyone(405),
    actions: [
      {
        intent: "",
        fields: syncing,
        answered: { may: "anyone", statuses: [502, 200, 200, 502, 502] },
        ...noVerb,
      },
    ],
  },
  "functions/v1/manage-admin-user": {
    json: true,
    loader: superCall,
    actions: [
      { intent: "deactivate", fields: functionOn("deactivate"), answered: superCall },
      { intent: "reactivate", fields: functionOn("reactivate"), answered: superCall },
    ],
  },
  "functions/v1/create-admin-user": {
    json: true,
    loader: anyone(405),
    actions: [{ intent: "", fields: person, answered: supers(401, 401, 403, 403, 201) }],
  },
  "functions/v1/send-email": {
    json: true,
    loader: anyone(405),
    actions: [{ intent: "", fields: ({ letter }) => letter, answered: call }],
  },
  "functions/v1/openapi.json": {
    loader: anyone(200),
    actions: [{ intent: "", answered: anyone(405), ...noVerb }],
  },
  "functions/v1/*": {
    at: () => "functions/v1/nothing",
    loader: anyone(404),
    actions: [{ intent: "", answered: anyone(404), ...noVerb }],
  },

  // The pages for signing in, open to anyone; by themselves they neither show nor change anything.
  "admin/login": {
    loader: signInPage(200),
    actions: [
      {
        intent: "",
        fields: ({ next }) => ({ email: `nobody${next()}@lucaya.example`, password: "not this one" }),
        answered: signInPage(401),
        ...noVerb,
      },
    ],
  },
  "admin/session/sign-in": {
    loader: anyone(405),
    actions: [
      {
        intent: "",
        fields: ({ next }) => ({ email: `nobody${next()}@lucaya.example`, password: "not this one" }),
        answered: anyone(401),
        ...noVerb,
      },
    ],
  },
  "admin/forgot-password": {
    loader: anyone(200),
    actions: [
      {
        intent: "",
        fields: () => ({ email: "nobody@lucaya.example" }),
        answered: anyone(200),
        ...noVerb,
      },
    ],
  },
  "admin/reset-password": {
    loader: anyone(404),
    actions: [
      {
        intent: "",
        fields: () => ({ token: "x", password: "sails over it", confirmation: "sails over it" }),
        answered: anyone(403),
        ...noVerb,
      },
    ],
  },
  "admin/session": {
    loader: call,
    actions: [{ intent: "", answered: call, ...noVerb }],
  },
  "admin/account": {
    loader: page,
    actions: [
      {
        intent: "password",
        fields: ({ password }) => ({ present: password, password, confirmation: password }),
        answered: write,
      },
      { intent: "single-keys", answered: page },
      { intent: "sign-out-everywhere", answered: write, verb: false },
    ],
  },
  "admin/sign-out": {
    loader: anyone(405),
    actions: [{ intent: "", answered: anyone(302), ...noVerb }],
  },

  "admin/*": { at: () => "admin/nowhere", loader: staff(302, 302, 403, 404, 404) },
  healthz: { loader: anyone(200) },
  readyz: { loader: anyone(200) },
  metrics: { loader: anyone(404) },
};
