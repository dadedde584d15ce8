import type { StaffFixtures } from "./staff-fixtures";

/** The statuses for nobody, an applicant, a deactivated admin, an admin and a super admin, in this order. */
export type Expected = { may: "staff" | "super admins" | "anyone"; statuses: readonly number[] };
type Fields = Record<string, unknown>;
export type MakeFields = (fixtures: StaffFixtures) => Fields | Promise<Fields>;
export type Action = {
  /** The form's `intent`; empty if there is only one form. */
  intent: string;
  fields?: MakeFields;
  answered: Expected;
  /** False if the action stores nothing, even for those who may use it. */
  stores?: false;
  /** False if it isn't a staff verb, which reads the admin in its transaction. */
  verb?: false;
};
export type Entry = {
  /** The URL to request, if the route has parameters. */
  at?: (fixtures: StaffFixtures) => string | Promise<string>;
  loader?: Expected;
  json?: true; // a body of JSON instead of a form's
  actions?: Action[];
  /** Intents of a shared form that this page doesn’t handle, or that its forms send elsewhere. */
  without?: readonly string[];
};

export const staff = (...statuses: number[]): Expected => ({ may: "staff", statuses });
export const supers = (...statuses: number[]): Expected => ({ may: "super admins", statuses });
export const anyone = (status: number): Expected => ({
  may: "anyone",
  statuses: Array.from({ length: 5 }, () => status),
});
// Signed-in users are redirected.
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

/** Without JavaScript, a 401 page carries the typed form; a script is redirected to the sign-in. */
export const withoutForm = (path: string, status: number) =>
  /^admin\/(\w+\/(:id|:kind|new)(\/:?[\w-]+)*|replies|content\/(redirects|links|newsletter(\/export)?))$/.test(path) &&
  status === 401
    ? 302
    : status;
