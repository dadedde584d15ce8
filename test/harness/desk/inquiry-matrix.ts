import { nassauClock, nassauDay } from "../../../app/core/time";
import { anyone, type Entry, type MakeFields, page, resendPage, write } from "./access-expected";
import { attempt, noVerb, owning, views } from "./access-fields";

const consent = { privacyConsent: "yes" };
const anInquiry: MakeFields = async (fixtures) => ({ inquiry: await fixtures.inquiry() });

export const inquiryEntries: Record<string, Entry> = {
  "admin/inquiries/count": { loader: page },
  "admin/inquiries": {
    loader: page,
    actions: [
      ...owning(page, anInquiry),
      ...views,
      { intent: "status", fields: async (w) => ({ ...(await anInquiry(w)), status: "contacted" }), answered: write },
      { intent: "priority", fields: async (w) => ({ ...(await anInquiry(w)), priority: "yes" }), answered: write },
      {
        intent: "notes",
        fields: async (fixtures) => ({ ...(await anInquiry(fixtures)), notes: "Rang", revision: "0" }),
        answered: write,
      },
    ],
  },
  "admin/inquiries/:id": {
    at: async (fixtures) => `admin/inquiries/${await fixtures.inquiry()}`,
    loader: page,
    actions: [
      ...owning(resendPage(200)),
      { intent: "status", fields: () => ({ status: "qualified" }), answered: resendPage(302) },
      { intent: "priority", fields: () => ({ priority: "yes" }), answered: resendPage(302) },
      { intent: "notes", fields: () => ({ notes: "Wrote", revision: "0" }), answered: resendPage(302) },
      { intent: "reply", fields: () => ({ reply: crypto.randomUUID(), text: "Hello" }), answered: resendPage(302) },
      {
        intent: "record",
        fields: async (fixtures) => ({
          ...{ answer: crypto.randomUUID(), said: "Rang", way: "Phone", by: await fixtures.admin(true) },
          ...{ day: nassauDay(), time: nassauClock(new Date()) },
        }),
        answered: resendPage(302),
      },
      {
        intent: "send-again",
        fields: () => ({ reply: crypto.randomUUID(), mail: crypto.randomUUID() }),
        answered: resendPage(404),
        stores: false,
      },
      {
        intent: "no-answer",
        fields: async (fixtures) => ({ seenMail: await fixtures.receivedMail("in_thread") }),
        answered: resendPage(302),
      },
      { intent: "insert", fields: () => ({ text: "Hello" }), answered: resendPage(200), ...noVerb },
    ],
  },
  "admin/inquiries/:id/application": {
    at: async (fixtures) => `admin/inquiries/${await fixtures.inquiry()}/application`,
    loader: page,
    actions: [
      {
        intent: "",
        fields: async (fixtures) => ({
          service: await fixtures.service(),
          email: "made@mail.example",
          lastName: "Made",
        }),
        answered: resendPage(302),
      },
    ],
  },
  "admin/inquiries/new": {
    loader: page,
    actions: [
      {
        intent: "",
        fields: () => ({ fullName: "A caller", phone: "+1 242 555 0100", cameBy: "Phone", ...attempt(), ...consent }),
        answered: resendPage(302),
      },
    ],
  },
  "admin/inquiries/:id/delete": {
    at: async (fixtures) => `admin/inquiries/${await fixtures.inquiry()}/delete`,
    loader: page,
    actions: [{ intent: "", answered: write }],
  },
  "admin/inquiries/export": { loader: anyone(302), actions: [{ intent: "", answered: page }] },
};
