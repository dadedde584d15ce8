import {
  anyone,
  type Entry,
  type MakeFields,
  page,
  resendPage,
  staff,
  superPage,
  supers,
  write,
} from "./access-expected";
import { attempt, noVerb, owning, person, syncing, views } from "./access-fields";
import { accountEntries } from "./account-matrix";
import { caseEntries } from "./case-matrix";
import { clientEntries } from "./client-matrix";
import { contentEntries } from "./content-matrix";
import { typed } from "./editor-form";
import { inquiryEntries } from "./inquiry-matrix";
import { rightsEntries } from "./rights-matrix";

const aService: MakeFields = async (fixtures) => ({ serviceId: await fixtures.service() });
const anAdmin =
  (active: boolean): MakeFields =>
  async (fixtures) => ({ adminId: await fixtures.admin(active) });
const anInvitation: MakeFields = async (fixtures) => ({ invitation: await fixtures.invitation() });
/** From a status that needs no confirmation. */
const approval: MakeFields = async (fixtures) => {
  await fixtures.undecided();
  const uncheckedSeen = await fixtures.uncheckedAnswers();
  return { status: "approved", message: "Welcome", sure: "yes", unchecked: "close", uncheckedSeen };
};
const aNumber: MakeFields = () => ({ number: "RD4471902" });
const aDraft: MakeFields = (fixtures) => fixtures.draft();

/** A service's complete form with another overview. */
const serviceWith =
  (more: Record<string, string> = {}): MakeFields =>
  async (fixtures) =>
    typed(fixtures.superAdmin, `/admin/services/${await fixtures.service()}`, {
      overview: `Overview ${fixtures.next()}`,
      ...more,
    });

const importSettings = { encoding: "utf-8", separator: ",", dateFormat: "iso", basis: "contract", source: "Office" };

const freeCountries = "GH GY NG IN CN BR MX PA CO PE CL AR KE ZA EG MA TN ES PT IT DE NL BE SE NO FI DK PL".split(" ");

/** Every staff-only path, as in `app/routes.ts` or the server. */
export const matrix: Record<string, Entry> = {
  admin: { loader: page, actions: [{ intent: "remove-sample-people", answered: supers(302, 302, 403, 403, 302) }] },
  "admin/analytics": { loader: page },
  "admin/today/:group": { at: () => "admin/today/services", loader: page },
  "admin/undo": {
    loader: page,
    // Others' changes can't be undone.
    actions: [
      {
        intent: "",
        fields: () => ({ offer: crypto.randomUUID() }),
        answered: staff(302, 302, 403, 409, 409),
        stores: false,
      },
    ],
  },
  "admin/services": {
    loader: page,
    actions: [
      { intent: "move", fields: async (fixtures) => ({ ...(await aService(fixtures)), before: "" }), answered: page },
      { intent: "duplicate", fields: aService, answered: write },
      {
        intent: "active",
        fields: async (fixtures) => ({ ...(await aService(fixtures)), active: "no" }),
        answered: write,
      },
      { intent: "delete", fields: aService, answered: write },
    ],
  },
  "admin/services/:id": {
    at: async (fixtures) => `admin/services/${await fixtures.service()}`,
    loader: page,
    without: ["offline", "remove"],
    actions: [
      {
        intent: "",
        fields: serviceWith(),
        answered: resendPage(302),
      },
      {
        intent: "",
        fields: async (fixtures) =>
          typed(fixtures.superAdmin, `/admin/services/${await fixtures.service()}`, {
            ...{ press: "add-country", "newCountry.code": freeCountries.pop() ?? "" },
          }),
        answered: supers(401, 401, 403, 403, 200),
      },
      ...["save", "preview", "publish"].map((intent) => ({ intent, fields: serviceWith(), answered: resendPage(302) })),
      {
        intent: "schedule",
        fields: serviceWith({ day: "2099-01-05", time: "09:00" }),
        answered: resendPage(302),
      },
      { intent: "restore", fields: () => ({ number: "1" }), answered: resendPage(302) },
      { intent: "call-off", fields: () => ({ number: "999" }), answered: resendPage(404), stores: false },
      {
        intent: "", // a button of the required documents
        fields: async (fixtures) =>
          typed(fixtures.superAdmin, `/admin/services/${await fixtures.service()}`, { rows: "add" }),
        answered: resendPage(200),
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
        intent: "invite",
        fields: ({ next }) => ({ email: `invited${next()}@lucaya.example`, role: "regular_admin" }),
        answered: superPage,
      },
      { intent: "invite-again", fields: anInvitation, answered: superPage },
      { intent: "cancel-invitation", fields: anInvitation, answered: superPage },
      {
        intent: "role",
        fields: async (fixtures) => ({ adminId: await fixtures.admin(true), role: "super_admin" }),
        answered: superPage,
      },
      { intent: "deactivate", fields: anAdmin(true), answered: superPage },
      { intent: "reactivate", fields: anAdmin(false), answered: superPage },
      {
        intent: "factor-needed",
        fields: async ({ forgetFactorNeeded }) => forgetFactorNeeded().then(() => ({ for: "all_admins" })),
        answered: superPage,
      },
    ],
  },
  "admin/users/:id": {
    at: async (fixtures) => `admin/users/${await fixtures.admin(true)}`,
    loader: superPage,
    actions: [
      { intent: "name", fields: ({ next }) => ({ name: `Theo Knowles ${next()}` }), answered: superPage },
      { intent: "consultation-hours", answered: superPage, stores: false },
      { intent: "password-reset", answered: superPage },
      { intent: "reset-factors", answered: superPage },
      {
        intent: "end-sign-in",
        fields: () => ({ signIn: "none" }),
        answered: supers(302, 302, 403, 403, 404),
        stores: false,
      },
    ],
  },
  "admin/activity": { loader: page },
  "admin/activity/export": {
    loader: anyone(302),
    actions: [{ intent: "", answered: supers(302, 302, 403, 403, 200) }],
  },
  "admin/reports": { loader: page },
  "admin/applications": {
    loader: page,
    actions: [
      { intent: "delete-drafts", fields: aDraft, answered: write },
      { intent: "ask-delete", fields: aDraft, answered: write, ...noVerb },
      ...views,
      ...owning(page, ({ application }) => ({ application })),
    ],
  },
  "admin/applications/count": { loader: page },
  "admin/applications/passport": { loader: page, actions: [{ intent: "", fields: aNumber, answered: page }] },
  "admin/applications/arrivals": { at: () => "admin/applications/arrivals?since=2026-01-01T00:00:00Z", loader: page },
  "admin/applications/:id": {
    at: ({ application }) => `admin/applications/${application}`,
    loader: page,
    actions: [
      ...owning(resendPage(200)),
      { intent: "reveal", fields: () => ({ step: "2" }), answered: resendPage(200) },
      { intent: "send-invitation", fields: attempt, answered: resendPage(409), stores: false },
      { intent: "add-note", fields: () => ({ note: crypto.randomUUID(), body: "Seen" }), answered: resendPage(302) },
      {
        intent: "edit-note",
        fields: async (fixtures) => ({ note: await fixtures.note(), revision: "1", body: "Seen again" }),
        answered: resendPage(302),
      },
      { intent: "preview", fields: approval, answered: resendPage(200), stores: false },
      { intent: "status", fields: approval, answered: resendPage(302) },
      { intent: "status-sure", fields: approval, answered: resendPage(302) },
      { intent: "status-accept", fields: approval, answered: resendPage(302) },
      { intent: "status-close", fields: approval, answered: resendPage(302) },
      { intent: "status-read", fields: approval, answered: resendPage(302) },
      { intent: "send-link", answered: resendPage(200) },
      {
        intent: "change-email",
        fields: ({ next }) => ({ email: `new${next()}@mail.example` }),
        answered: resendPage(200),
      },
      { intent: "document-date", fields: (fixtures) => fixtures.datedDocument(), answered: resendPage(200) },
      { intent: "set-tier", fields: (fixtures) => fixtures.tier(), answered: resendPage(200) },
    ],
  },
  "admin/applications/:id/status": {
    at: ({ application }) => `admin/applications/${application}/status`,
    loader: page,
    actions: [{ intent: "", fields: approval, answered: write }],
  },
  // Before those of one's own account, which end the session that these use for their forms.
  ...contentEntries,
  ...caseEntries,
  ...inquiryEntries,
  ...clientEntries,
  "admin/applications/new": {
    loader: page,
    actions: [
      {
        intent: "",
        fields: async (fixtures) => ({ service: await fixtures.service(), email: "begun@mail.example", ...attempt() }),
        answered: resendPage(302),
      },
    ],
  },
  "admin/applications/:id/enter": {
    at: async (fixtures) => `admin/applications/${await fixtures.begunAtDesk()}/enter`,
    loader: page,
    // The form without an intent is saved as by these buttons.
    without: ["next", "save"],
    actions: [
      {
        intent: "",
        fields: () => ({ step: "contact_info", revision: "0", city: "Nassau" }),
        answered: resendPage(302),
      },
      { intent: "reveal", fields: () => ({ step: "contact_info", revision: "0" }), answered: resendPage(200) },
    ],
  },
  "admin/applications/columns": { loader: page },
  "admin/applications/export": {
    loader: anyone(302),
    actions: [{ intent: "", fields: () => ({ of: "view" }), answered: page }],
  },
  "admin/people": { loader: page },
  "admin/people/:id": {
    at: async (fixtures) => `admin/people/${await fixtures.person()}`,
    loader: page,
    actions: [
      { intent: "join", fields: async (fixtures) => ({ other: await fixtures.person() }), answered: write },
      { intent: "separate", fields: async (fixtures) => ({ other: await fixtures.joined() }), answered: write },
      {
        intent: "separate-record",
        // A person's only record can't be split off.
        fields: async (fixtures) => ({ record: await fixtures.recordOfPerson() }),
        answered: write,
        stores: false,
      },
      { intent: "different", fields: async (fixtures) => ({ other: await fixtures.person() }), answered: write },
    ],
  },
  "admin/people/known": {
    loader: anyone(302),
    actions: [{ intent: "", fields: () => ({ email: "zephyrine@mail.example" }), answered: page, ...noVerb }],
  },
  "admin/people/import": {
    loader: superPage,
    // Without a file.
    actions: [{ intent: "", answered: supers(302, 302, 403, 403, 400), ...noVerb }],
  },
  "admin/people/import/:id": {
    at: async (fixtures) => `admin/people/import/${await fixtures.clientImport()}`,
    loader: superPage,
    actions: [
      // Its file is gone.
      { intent: "check", fields: () => importSettings, answered: supers(302, 302, 403, 403, 409), stores: false },
      { intent: "import", fields: () => ({ confirmed: "yes" }), answered: supers(302, 302, 403, 403, 302) },
      { intent: "call-off", answered: supers(302, 302, 403, 403, 302) },
      // It has not ended.
      {
        intent: "undo",
        fields: () => ({ confirmed: "yes" }),
        answered: supers(302, 302, 403, 403, 409),
        stores: false,
      },
    ],
  },
  "admin/people/import/:id/progress": {
    at: async (fixtures) => `admin/people/import/${await fixtures.clientImport()}/progress`,
    loader: supers(401, 401, 401, 403, 200),
  },
  "admin/people/import/:id/errors.csv": {
    at: async (fixtures) => `admin/people/import/${await fixtures.clientImport()}/errors.csv`,
    loader: supers(302, 302, 403, 403, 302),
    actions: [{ intent: "", answered: supers(302, 302, 403, 403, 302), stores: false }],
  },
  "admin/people/import/template.csv": { loader: superPage },
  "admin/people/export": { loader: anyone(302), actions: [{ intent: "", answered: page }] },
  "admin/emails": { loader: page },
  "admin/emails/unverified": {
    loader: page,
    actions: [
      {
        intent: "put",
        fields: async (fixtures) => ({ mailId: await fixtures.receivedMail("unverified"), named: "yes" }),
        answered: write,
      },
      {
        intent: "discard",
        fields: async (fixtures) => ({ mailId: await fixtures.receivedMail("unverified") }),
        answered: write,
      },
      {
        intent: "again",
        fields: async (fixtures) => ({ mailId: await fixtures.receivedMail("unverified") }),
        answered: staff(302, 302, 403, 409, 409),
        stores: false,
      },
    ],
  },
  "admin/emails/:id": {
    at: async (fixtures) => `admin/emails/${await fixtures.mail()}`,
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
  ...rightsEntries,
  "admin/privacy/progress": { loader: supers(401, 401, 401, 403, 200) },
  "documents/:id": { at: ({ document }) => `documents/${document}`, loader: staff(404, 404, 404, 200, 200) },

  ...accountEntries,
};
