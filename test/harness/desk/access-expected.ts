import type { StaffFixtures } from "./staff-fixtures";

/** The statuses for nobody, an applicant, a deactivated admin, an admin and a super admin, in this order. */
export type Expected = { may: "staff" | "super admins" | "anyone"; statuses: readonly number[] };
type Fields = Record<string, unknown>;
export type MakeFields = (world: StaffFixtures) => Fields | Promise<Fields>;
export type Action = {
  /** The form's `intent`; empty for an address that takes one form alone. */
  intent: string;
  fields?: MakeFields;
  answered: Expected;
  /** Set when the action stores nothing, even for those who may use it. */
  stores?: false;
  /** Not a staff verb: it reads no admin record inside a transaction. */
  verb?: false;
};
export type Entry = {
  /** The address to ask, where the route has parameters. */
  at?: (world: StaffFixtures) => string | Promise<string>;
  loader?: Expected;
  json?: true; // a body of JSON instead of a form's
  actions?: Action[];
  /** Intents of a shared form that this page does not pass on to it. */
  without?: readonly string[];
};

export const staff = (...statuses: number[]): Expected => ({ may: "staff", statuses });
export const supers = (...statuses: number[]): Expected => ({ may: "super admins", statuses });
export const anyone = (status: number): Expected => ({
  may: "anyone",
  statuses: Array.from({ length: 5 }, () => status),
});
// A signed-in person is redirected.
export const signInPage = (status: number): Expected => ({
  may: "anyone",
  statuses: [status, status, status, 302, 302],
});
export const page = staff(302, 302, 403, 200, 200);
export const superPage = supers(302, 302, 403, 403, 200);
export const write = staff(302, 302, 403, 302, 302);
export const resendPage = (done: number) => staff(401, 401, 403, done, done); // a long form: its page holds it until one signs in
export const call = staff(401, 401, 403, 200, 200);
export const superCall = supers(401, 401, 403, 403, 200);

/** Without script a 401 page carries the typed form; by script the data redirects to the sign-in. */
export const withoutForm = (path: string, status: number) =>
  /^admin\/(\w+\/(:id|:kind|new)(\/:?\w+)?|replies|content\/(redirects|links|newsletter(\/export)?))$/.test(path) &&
  status === 401
    ? 302
    : status;
