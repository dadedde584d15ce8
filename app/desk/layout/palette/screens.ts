import type { AdminRole } from "~/db/schema/values";

/** A palette entry: a screen or an action. `also`: synonyms. */
export type PaletteItem = {
  id: string;
  title: string;
  also?: string;
  /** Its URL; a confirmation has a URL too. */
  to?: string;
  /** A form without fields that is submitted; its response replaces the page, or is a download. */
  post?: string;
  run?: () => void;
  /** The equivalent shortcut. */
  keys?: readonly string[];
};
type Screen = Omit<PaletteItem, "id" | "run"> & { for?: AdminRole };

const screens: readonly Screen[] = [
  { title: "Today", also: "dashboard home waiting our turn", to: "/admin" },
  { title: "Applications", also: "cases", to: "/admin/applications" },
  { title: "Inquiries", also: "questions contact", to: "/admin/inquiries" },
  { title: "People", also: "persons clients duplicates", to: "/admin/people" },
  { title: "Possible duplicates", also: "people join", to: "/admin/people?duplicates=yes" },
  { title: "Import clients", also: "csv spreadsheet upload people", to: "/admin/people/import", for: "super_admin" },
  { title: "Appointments", also: "calendar week interviews biometrics consultations", to: "/admin/appointments" },
  { title: "Blocked time", also: "vacation absence consultations", to: "/admin/appointments/blocked" },
  { title: "Find by passport number", to: "/admin/applications/passport" },
  { title: "Saved replies", also: "messages templates", to: "/admin/replies" },
  {
    title: "Content",
    also: "site settings office hours holidays phone edit publish posts blog faqs team texts countries steps forms",
    to: "/admin/content",
  },
  { title: "Newsletter", also: "subscribers emails export", to: "/admin/content/newsletter" },
  { title: "Issues of the newsletter", also: "send post mail", to: "/admin/content/newsletter/issues" },
  { title: "Redirects", also: "old addresses 301", to: "/admin/content/redirects" },
  { title: "Broken links", also: "pictures unused files check", to: "/admin/content/links" },
  { title: "Analytics", also: "dashboard views conversion", to: "/admin/analytics" },
  { title: "Activity", also: "record log history", to: "/admin/activity" },
  { title: "Reports", also: "months revenue figures", to: "/admin/reports" },
  { title: "Emails", also: "mail log sent failed", to: "/admin/emails" },
  { title: "Visa Services", also: "prices catalogue", to: "/admin/services" },
  { title: "Google Reviews", to: "/admin/reviews" },
  { title: "Admin Users", also: "staff roles activity", to: "/admin/users", for: "super_admin" },
  { title: "Migration", also: "step tables", to: "/admin/migration" },
  { title: "Privacy", also: "encryption keys data", to: "/admin/privacy", for: "super_admin" },
  { title: "Your account", also: "password keyboard single keys", to: "/admin/account" },
];

const actions: readonly Screen[] = [
  { title: "New inquiry", also: "enter caller walk-in phone", to: "/admin/inquiries/new" },
  { title: "New draft", also: "enter application caller walk-in", to: "/admin/applications/new" },
  { title: "New visa service", also: "create add", to: "/admin/services/new" },
  { title: "Export applications as CSV", also: "download columns", to: "/admin/applications/columns" },
  { title: "Export inquiries as CSV", also: "download", post: "/admin/inquiries/export" },
  { title: "Migrate all applications", to: "/admin/migration?confirm=all" },
  { title: "Renew keys", also: "encryption", to: "/admin/privacy?confirm=renew", for: "super_admin" },
  { title: "Create an admin", also: "new user staff", to: "/admin/users#create", for: "super_admin" },
  { title: "Change your password", to: "/admin/account#change" },
  { title: "Sign Out", also: "log out", post: "/admin/sign-out" },
];
const removeSample: Screen = { title: "Remove sample people", to: "/admin?confirm=sample-people", for: "super_admin" };

const ofInquiry = /^\/admin\/inquiries\/[\da-f-]{36}$/;

const itemsFor = (entries: readonly Screen[], role: AdminRole): PaletteItem[] =>
  entries
    .filter((screen) => screen.for === undefined || screen.for === role)
    .map((screen) => ({ ...screen, id: screen.to ?? screen.post ?? screen.title }));

export const screensFor = (role: AdminRole): PaletteItem[] => itemsFor(screens, role);

/** The actions of this role on this page that are plain URLs; the page's shortcuts are added to them. */
export function actionsFor(role: AdminRole, pathname: string, sampleData: boolean): PaletteItem[] {
  const here: Screen[] = ofInquiry.test(pathname)
    ? [
        { title: "Make an application from this inquiry", to: `${pathname}/application` },
        { title: "Delete this inquiry", to: `${pathname}/delete` },
      ]
    : [];
  return itemsFor([...here, ...actions, ...(sampleData ? [removeSample] : [])], role);
}
