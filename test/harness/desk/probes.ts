import type { Entry } from "./access-expected";
import { matrix } from "./access-matrix";

/**
 * One address of each kind that the staff alone may ask: that rights are asked of every other is proven in process
 * (`app/rights.test.ts`), and of these that the program asks them.
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

/** Those with the first of their forms, and all that is not asked in process: what anybody may send, and the rest. */
export const probes = Object.entries(matrix).flatMap(([path, entry]): [string, Entry][] => {
  if (!isAskedInProcess(path, entry)) return [[path, entry]];
  const { actions, ...others } = entry;
  return kinds.includes(path) ? [[path, { ...others, ...(actions ? { actions: actions.slice(0, 1) } : {}) }]] : [];
});
