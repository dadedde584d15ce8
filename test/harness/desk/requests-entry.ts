import type { Entry, Expected } from "./access-expected";

const staff = (...statuses: number[]): Expected => ({ may: "staff", statuses });
const form = (done: number) => staff(401, 401, 403, done, done);

/** Requests to an applicant, and decisions on the answers. */
export const requestsEntry: Entry = {
  at: ({ application }) => `admin/applications/${application}/requests`,
  loader: staff(302, 302, 403, 200, 200),
  actions: [
    {
      intent: "ask",
      fields: async (fixtures) => {
        await fixtures.request("sent");
        const named = { what: "question", name: `Which hotel, ${fixtures.next()}?`, reason: "You named none." };
        return { ...named, dueOn: "", ifLate: "", attempt: crypto.randomUUID() };
      },
      answered: form(302),
    },
    { intent: "more", fields: () => ({ what: "question" }), answered: form(200), stores: false, verb: false },
    {
      intent: "show",
      fields: () => ({ what: "correction:passport_info" }),
      answered: form(200),
      stores: false,
      verb: false,
    },
    { intent: "accept", fields: (fixtures) => fixtures.request("sent"), answered: form(302) },
    {
      intent: "again",
      fields: async (fixtures) => ({ ...(await fixtures.request("sent")), reason: "It is dark." }),
      answered: form(302),
    },
    {
      intent: "take-back",
      fields: async (fixtures) => ({ ...(await fixtures.request("open")), reason: "We have it." }),
      answered: form(302),
    },
    {
      intent: "move",
      fields: async (fixtures) => ({
        ...(await fixtures.request("open")),
        dueOn: new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10),
      }),
      answered: form(302),
    },
  ],
};
