import { nassauDay } from "../../../app/core/time";
import { type Entry, type MakeFields, page, resendPage, staff, superPage, supers, write } from "./access-expected";
import { inDays, surely } from "./appointments";
import { requestsEntry } from "./requests-entry";

const aTime = () => surely({ ...inDays(7), zone: "America/Nassau", minutes: "30", place: "Nassau" });
const anAppointment: MakeFields = async (fixtures) => ({ appointment: await fixtures.appointment(), seen: "0" });

const aTask: MakeFields = (fixtures) => fixtures.task("open");

const begun: MakeFields = async (fixtures) => {
  await fixtures.beginConsultations();
  return { seen: "0" };
};

const appointmentPage: Entry = {
  at: ({ application }) => `admin/applications/${application}/appointments`,
  loader: page,
  actions: [
    { intent: "make", fields: () => ({ ...aTime(), kind: "call" }), answered: write },
    {
      intent: "move",
      fields: async (fixtures) => ({ ...aTime(), ...(await anAppointment(fixtures)) }),
      answered: write,
    },
    { intent: "cancel", fields: anAppointment, answered: write },
  ],
};

const taskPage: Entry = {
  at: ({ application }) => `admin/applications/${application}/tasks`,
  loader: page,
  actions: [
    { intent: "add", fields: ({ next }) => ({ title: `Call ${next()}` }), answered: write },
    {
      intent: "change",
      fields: async (fixtures) => ({ ...(await aTask(fixtures)), title: "Call them" }),
      answered: write,
    },
    { intent: "remove", fields: aTask, answered: write },
    { intent: "tick", fields: aTask, answered: write },
    { intent: "open", fields: (fixtures) => fixtures.task("done"), answered: write },
  ],
};

/** One that is recorded already, in the state in which the change needs it. */
const aKeyDate =
  (state: "settled" | "suspended" | "counts", more: Record<string, string> = {}): MakeFields =>
  async (fixtures) => ({ keyDate: await fixtures.keyDate(state), seen: "0", ...more });

const keyDatePage: Entry = {
  at: ({ application }) => `admin/applications/${application}/key-dates`,
  loader: page,
  actions: [
    {
      intent: "add",
      fields: async (fixtures) => {
        await fixtures.keyDate("counts");
        return { kind: "visa", endsOn: inDays(40).day };
      },
      answered: resendPage(302),
    },
    {
      intent: "correct",
      fields: aKeyDate("counts", { kind: "visa", endsOn: inDays(41).day }),
      answered: resendPage(302),
    },
    { intent: "settle", fields: aKeyDate("counts", { settledAs: "paid" }), answered: resendPage(302) },
    { intent: "unsettle", fields: aKeyDate("settled"), answered: resendPage(302) },
    { intent: "keep", fields: aKeyDate("suspended"), answered: resendPage(302) },
    { intent: "remove", fields: aKeyDate("counts"), answered: resendPage(302) },
  ],
};

const filingPage: Entry = {
  at: ({ application }) => `admin/applications/${application}/filing`,
  loader: page,
  actions: [
    {
      intent: "",
      fields: async (fixtures) => {
        await fixtures.undecided();
        // Another day each time, because the same one changes nothing.
        return { filedOn: new Date(Date.UTC(2020, 0, 1 + (fixtures.next() % 2000))).toISOString().slice(0, 10) };
      },
      answered: write,
    },
    {
      intent: "plan",
      fields: async (fixtures) => {
        await fixtures.undecided();
        return { plannedOn: inDays(1 + (fixtures.next() % 300)).day };
      },
      answered: write,
    },
  ],
};

const holdPage: Entry = {
  at: ({ application }) => `admin/applications/${application}/hold`,
  loader: superPage,
  actions: ["place", "remove"].map((intent) => ({
    intent,
    fields: async (fixtures) => {
      await fixtures.hold(intent === "remove");
      return { reason: "A court asked" };
    },
    answered: supers(302, 302, 403, 403, 302),
  })),
};

const agreementPage: Entry = {
  at: async ({ application, agreement }) => {
    await agreement("signed");
    return `admin/applications/${application}/agreement`;
  },
  loader: page,
  actions: [
    { intent: "countersign", fields: ({ agreement }) => agreement("signed"), answered: write },
    {
      intent: "end",
      fields: async ({ agreement }) => ({
        ...(await agreement("countersigned")),
        ...{ endedOn: nassauDay(), reason: "Moved" },
      }),
      answered: resendPage(302),
    },
    { intent: "renew", fields: ({ agreement }) => agreement("renewed"), answered: write },
    { intent: "offer", fields: ({ agreement }) => agreement("another"), answered: write },
  ],
};

const decisionPage: Entry = {
  at: ({ application }) => `admin/applications/${application}/decision`,
  loader: page,
  actions: [
    {
      intent: "",
      fields: async (fixtures) => {
        await fixtures.undecided();
        return { status: "denied", sure: "yes" };
      },
      answered: resendPage(302),
    },
  ],
};

const anEntry = () => ({ attempt: crypto.randomUUID(), amount: "1.00" });
const aPayment: MakeFields = () => ({ ...anEntry(), method: "cash", paidOn: "2026-01-05" });

const aMessage: MakeFields = () => ({ intent: "send", text: "Good day", attempt: crypto.randomUUID() });

/** The URLs of a case in addition to its own page. */
export const caseEntries: Record<string, Entry> = {
  "admin/applications/:id/fees": {
    at: ({ application }) => `admin/applications/${application}/fees`,
    loader: page,
    // Notices of what was done on other pages.
    without: [
      ...["invoice-made", "invoice-made-unmailed", "invoice-void-before"],
      ...["invoice-voided", "invoice-voided-unmailed"],
    ],
    actions: [
      {
        intent: "charge",
        fields: ({ next }) => ({ ...anEntry(), payee: "us", name: `${next()}` }),
        answered: resendPage(302),
      },
      {
        intent: "payment",
        // The open amount, which needs no confirmation.
        fields: async (fixtures) => {
          await fixtures.charge();
          return aPayment(fixtures);
        },
        answered: resendPage(302),
      },
      // Needs a confirmation first, by an admin who may record it.
      { intent: "refund", fields: aPayment, answered: resendPage(409), stores: false },
      {
        intent: "reverse",
        fields: async (fixtures) => ({ ...anEntry(), entry: await fixtures.charge(), reason: "Twice" }),
        answered: resendPage(302),
      },
      {
        intent: "refundable",
        fields: async (fixtures) => ({ entry: await fixtures.charge(), refundableUntil: "2099-01-01" }),
        answered: resendPage(302),
      },
      {
        intent: "assign",
        fields: async (fixtures) => ({ entry: await fixtures.payment(), invoice: await fixtures.invoice() }),
        answered: resendPage(302),
      },
    ],
  },
  "admin/applications/:id/invoices/new": {
    at: async ({ application, charge }) => {
      await charge();
      return `admin/applications/${application}/invoices/new`;
    },
    loader: page,
    actions: [
      {
        intent: "",
        fields: async (fixtures) => ({
          ...{ attempt: crypto.randomUUID(), charges: await fixtures.charge(), invoicedTo: "Maria Santos" },
          dueOn: nassauDay(),
        }),
        answered: resendPage(302),
      },
    ],
  },
  "admin/applications/:id/invoices/:invoice/void": {
    at: async ({ application, invoice }) => `admin/applications/${application}/invoices/${await invoice()}/void`,
    loader: page,
    actions: [
      {
        intent: "",
        fields: () => ({ attempt: crypto.randomUUID(), reason: "A wrong name" }),
        answered: resendPage(302),
      },
    ],
  },
  "admin/applications/:id/invoices/:invoice/pay-links": {
    at: async ({ application, linkedInvoice }) =>
      `admin/applications/${application}/invoices/${await linkedInvoice()}/pay-links`,
    loader: page,
    without: ["pay-link-added", "pay-link-added-unmailed", "pay-link-withdrawn"],
    actions: [
      {
        intent: "add",
        fields: () => ({ attempt: crypto.randomUUID(), url: "https://pay.example.com/next", amount: "1" }),
        answered: resendPage(302),
      },
      { intent: "withdraw", fields: () => ({}), answered: resendPage(302) },
    ],
  },
  "apply/:id/invoices/:file": {
    at: async ({ application, invoiceNumber }) => `apply/${application}/invoices/${await invoiceNumber()}.pdf`,
    loader: staff(404, 404, 404, 200, 200),
  },
  "apply/:id/receipts/:file": {
    at: async ({ application, receipt }) => `apply/${application}/receipts/${await receipt()}.pdf`,
    loader: staff(404, 404, 404, 200, 200),
  },
  "apply/:id/agreement.pdf": {
    at: async ({ application, agreement }) => {
      await agreement("signed");
      return `apply/${application}/agreement.pdf`;
    },
    loader: staff(404, 404, 404, 200, 200),
  },
  "apply/:id/receipt.pdf": {
    at: ({ application }) => `apply/${application}/receipt.pdf`,
    loader: staff(404, 404, 404, 200, 200),
  },
  "admin/applications/:id/case.zip": {
    at: ({ application }) => `admin/applications/${application}/case.zip`,
    loader: page,
  },
  // The application has no pages.
  "admin/applications/:id/documents/:type.pdf": {
    at: ({ application }) => `admin/applications/${application}/documents/nothing.pdf`,
    loader: staff(302, 302, 403, 404, 404),
  },
  "admin/applications/:id/changes": {
    at: ({ application }) => `admin/applications/${application}/changes`,
    loader: page,
  },
  "admin/applications/:id/agreement": agreementPage,
  "admin/applications/:id/filing": filingPage,
  "admin/applications/:id/hold": holdPage,
  "admin/applications/:id/decision": decisionPage,
  "admin/applications/:id/appointments": appointmentPage,
  "admin/applications/:id/key-dates": keyDatePage,
  "admin/applications/:id/tasks": taskPage,
  "admin/key-dates/:id/told": {
    at: async (fixtures) => `admin/key-dates/${await fixtures.undelivered()}/told`,
    loader: page,
    actions: [{ intent: "", fields: () => ({ way: "Phone", day: "2026-11-01" }), answered: write }],
  },
  "admin/appointments": { loader: page, without: ["no_show"] },
  "admin/appointments/blocked": {
    loader: page,
    actions: [
      { intent: "block", fields: () => ({ from: inDays(9).day }), answered: write },
      // A regular admin's own time alone.
      {
        intent: "free",
        fields: async (fixtures) => ({ block: await fixtures.block() }),
        answered: supers(302, 302, 403, 403, 302),
      },
    ],
  },
  "admin/consultations/:id": {
    at: async (fixtures) => `admin/consultations/${await fixtures.consultation()}`,
    loader: page,
    actions: [
      // Nobody takes consultations, so no time is free.
      {
        intent: "move",
        fields: () => ({ seen: "0", startsAt: "2099-01-05T15:00:00.000Z" }),
        answered: resendPage(409),
        stores: false,
      },
      {
        intent: "give",
        fields: async (fixtures) => ({ seen: "0", adminId: await fixtures.admin(true) }),
        answered: resendPage(409),
        stores: false,
      },
      { intent: "cancel", fields: () => ({ seen: "0", reason: "Ill" }), answered: resendPage(302) },
      ...["took_place", "no_show"].map((intent) => ({ intent, fields: begun, answered: resendPage(302) })),
      { intent: "remove-outcome", fields: begun, answered: resendPage(302), stores: false as const },
    ],
  },
  "admin/inquiries/:id/consultation": {
    at: async (fixtures) => `admin/inquiries/${await fixtures.inquiry()}/consultation`,
    loader: page,
    actions: [
      {
        intent: "",
        fields: () => ({ startsAt: "2099-01-05T15:00:00.000Z", way: "phone" }),
        answered: resendPage(409),
        stores: false,
      },
    ],
  },
  "admin/applications/:id/requests": requestsEntry,
  "admin/applications/:id/messages": {
    at: ({ application }) => `admin/applications/${application}/messages`,
    loader: page,
    actions: [
      { intent: "", fields: aMessage, answered: resendPage(302) },
      { intent: "no-answer", answered: resendPage(302), stores: false },
      // A message that refers to no question.
      {
        intent: "ask-correction",
        fields: () => ({ message: crypto.randomUUID() }),
        answered: resendPage(404),
        stores: false,
        verb: false,
      },
    ],
  },
  "admin/applications/:id/messages/send": {
    at: ({ application }) => `admin/applications/${application}/messages/send`,
    actions: [{ intent: "", fields: aMessage, answered: page }],
  },
  "admin/replies": {
    loader: page,
    actions: [
      {
        intent: "save",
        fields: () => ({ reply: crypto.randomUUID(), title: "Hi", body: "Hello" }),
        answered: resendPage(302),
      },
      { intent: "delete", fields: () => ({ reply: crypto.randomUUID() }), answered: resendPage(302), stores: false },
    ],
  },
};
