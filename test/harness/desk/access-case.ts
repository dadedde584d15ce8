import type { Entry, Expected, MakeFields } from "./access-matrix";

const staff = (...statuses: number[]): Expected => ({ may: "staff", statuses });
const page = staff(302, 302, 403, 200, 200);
const resendPage = (done: number) => staff(401, 401, 403, done, done);
const anEntry = () => ({ attempt: crypto.randomUUID(), amount: "1.00" });
const aPayment: MakeFields = () => ({ ...anEntry(), method: "cash", paidOn: "2026-01-05" });

/** The addresses of a case beside its own page. */
export const caseEntries: Record<string, Entry> = {
  "admin/applications/:id/fees": {
    at: ({ application }) => `admin/applications/${application}/fees`,
    loader: page,
    actions: [
      {
        intent: "charge",
        fields: ({ next }) => ({ ...anEntry(), payee: "us", name: `${next()}` }),
        answered: resendPage(302),
      },
      { intent: "payment", fields: aPayment, answered: resendPage(302) },
      { intent: "refund", fields: aPayment, answered: resendPage(302) },
      {
        intent: "reverse",
        fields: async (world) => ({ ...anEntry(), entry: await world.charge(), reason: "Twice" }),
        answered: resendPage(302),
      },
      {
        intent: "refundable",
        fields: async (world) => ({ entry: await world.charge(), refundableUntil: "2099-01-01" }),
        answered: resendPage(302),
      },
    ],
  },
  "apply/:id/receipts/:file": {
    at: async ({ application, receipt }) => `apply/${application}/receipts/${await receipt()}.pdf`,
    loader: staff(404, 404, 404, 200, 200),
  },
};
