import { type Entry, supers } from "./access-expected";

/** A missing record redirects to the list. */
const ofNobody = supers(302, 302, 403, 403, 302);
const unknown = (path: string) => () => `${path}/${crypto.randomUUID()}`;

/** Erasure requests, and restricted cases. */
export const rightsEntries: Record<string, Entry> = {
  "admin/privacy/requests/:id": {
    at: unknown("admin/privacy/requests"),
    loader: ofNobody,
    actions: [
      {
        intent: "",
        fields: () => ({ decision: "refuse", reason: "The law." }),
        // A missing record: its page redirects to the list.
        answered: supers(302, 302, 403, 403, 302),
        stores: false,
      },
    ],
  },
  "admin/privacy/restricted/:id": {
    at: unknown("admin/privacy/restricted"),
    loader: ofNobody,
    actions: [
      {
        intent: "",
        fields: () => ({ reason: "A court asks." }),
        // A missing record: its page redirects to the list.
        answered: supers(302, 302, 403, 403, 302),
        stores: false,
      },
    ],
  },
  "admin/privacy/restricted/:id/case.zip": {
    at: () => `admin/privacy/restricted/${crypto.randomUUID()}/case.zip`,
    loader: supers(302, 302, 403, 403, 404),
  },
};
