import {
  anyone,
  call,
  type Entry,
  type MakeFields,
  page,
  signInPage,
  staff,
  superCall,
  supers,
  write,
} from "./access-expected";
import { factors, noVerb, person, syncing } from "./access-fields";

const functionOn = (action: string): MakeFields => {
  return async (fixtures) => ({ action, adminId: await fixtures.admin(action === "deactivate") });
};

/** Endpoints of functions, and the account pages. */
export const accountEntries: Record<string, Entry> = {
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

  // The sign-in pages, open to anyone; by themselves they neither show nor change anything.
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
  "admin/session/confirm": {
    loader: staff(401, 401, 401, 200, 200),
    actions: [{ intent: "", answered: staff(401, 401, 401, 400, 400), verb: false }],
  },
  "admin/confirm": {
    loader: staff(302, 302, 403, 403, 403),
    actions: [{ intent: "", answered: staff(302, 302, 403, 400, 400), verb: false }],
  },
  // There is no second step without the right password.
  "admin/login/code": { loader: anyone(302), actions: [{ intent: "", answered: anyone(302), ...noVerb }] },
  "admin/login/recovery": { loader: anyone(302), actions: [{ intent: "", answered: anyone(302), ...noVerb }] },
  "admin/session/code": { loader: anyone(405), actions: [{ intent: "", answered: anyone(409), ...noVerb }] },
  "admin/login/passkey": { loader: anyone(200) },
  "admin/login/code/passkey": { loader: anyone(409) },
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
  // Nobody is invited by this link.
  "admin/invitation": {
    loader: anyone(404),
    actions: [
      {
        intent: "",
        fields: () => ({ token: "x", name: "Mallory", password: "sails over it", confirmation: "sails over it" }),
        answered: anyone(403),
        ...noVerb,
      },
    ],
  },
  // For those who have a name and their own password, there is nothing to do.
  "admin/first-sign-in": {
    loader: staff(302, 302, 403, 302, 302),
    actions: [
      { intent: "", fields: () => ({ name: "Mallory" }), answered: staff(302, 302, 403, 302, 302), stores: false },
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
      // None, as before.
      { intent: "consultation-hours", answered: page, stores: false },
      { intent: "single-keys", answered: page },
      { intent: "sign-out-everywhere", answered: write, verb: false },
      { intent: "end-others", answered: page, stores: false },
      { intent: "name", fields: ({ next }) => ({ name: `Anika Thompson ${next()}` }), answered: page },
      {
        intent: "end-sign-in",
        fields: () => ({ signIn: "none" }),
        answered: staff(302, 302, 403, 404, 404),
        stores: false,
      },
      ...factors(),
    ],
  },
  "admin/account/second-factor": { loader: page, actions: factors() },
  "admin/account/passkey": { loader: page },
  "admin/sign-out": {
    loader: anyone(405),
    actions: [{ intent: "", answered: anyone(302), ...noVerb }],
  },

  "admin/*": { at: () => "admin/nowhere", loader: staff(302, 302, 403, 404, 404) },
  healthz: { loader: anyone(200) },
  readyz: { loader: anyone(200) },
  metrics: { loader: anyone(404) },
};
