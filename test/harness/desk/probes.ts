import type { Entry } from "./access-expected";
import { matrix } from "./access-matrix";

/**
 * One URL of each kind that only staff may request. `app/rights.test.ts` proves in process that every other checks
 * rights; these prove that the app calls it.
 */
const kinds = [
  ...["admin", "admin/users", "admin/users/:id"], // within the frame of the dashboard, of everybody and of super admins
  ...["admin/applications", "admin/applications/:id", "admin/inquiries/:id", "admin/inquiries/:id/delete"],
  ...["admin/applications/:id/case.zip", "admin/applications/:id/changes", "admin/inquiries/export"], // files and data
  ...["admin/content/:kind", "admin/content/newsletter/issues/:post"],
  ...["admin/services/:id", "admin/steps/preview"], // a panel of the desk, and a page without the frame
  ...["admin/palette", "admin/pictures", "admin/session", "admin/undo", "admin/*"],
  ...["functions/v1/create-admin-user", "functions/v1/manage-admin-user"],
];

export const isAskedInProcess = (path: string, { loader, actions = [] }: Entry) =>
  /^(admin|functions)\b/.test(path) &&
  [loader, ...actions.map(({ answered }) => answered)].every((expected) => expected?.may !== "anyone");

/** These with their first form, and all that isn't tested in process. */
export const probes = Object.entries(matrix).flatMap(([path, entry]): [string, Entry][] => {
  if (!isAskedInProcess(path, entry)) return [[path, entry]];
  const { actions, ...otherFields } = entry;
  return kinds.includes(path) ? [[path, { ...otherFields, ...(actions ? { actions: actions.slice(0, 1) } : {}) }]] : [];
});
