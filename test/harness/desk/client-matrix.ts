import { type Entry, page, resendPage, write } from "./access-expected";

export const clientEntries: Record<string, Entry> = {
  "admin/clients/:id": {
    at: async (fixtures) => `admin/clients/${await fixtures.client()}`,
    loader: page,
    actions: [
      {
        intent: "correct",
        fields: () => ({ revision: "0", name: "Corrected", phone: "+1 242 555 0100" }),
        answered: resendPage(302),
      },
      {
        intent: "add-date",
        fields: () => ({ attempt: crypto.randomUUID(), kind: "passport", endsOn: "2031-05-17" }),
        answered: resendPage(302),
      },
      // Of a key date that is gone.
      ...["change-date", "remove-date", "settle-date", "unsettle-date"].map((intent) => ({
        intent,
        fields: () => ({ keyDateId: crypto.randomUUID(), revision: "0", settledAs: "renewed" }),
        answered: resendPage(409),
        stores: false as const,
      })),
      { intent: "reminders", fields: () => ({ revision: "0", reminded: "yes" }), answered: resendPage(302) },
    ],
  },
  "admin/clients/:id/delete": {
    at: async (fixtures) => `admin/clients/${await fixtures.client()}/delete`,
    loader: page,
    actions: [{ intent: "", answered: write }],
  },
};
