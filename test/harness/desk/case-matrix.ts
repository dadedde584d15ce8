import { type Entry, type MakeFields, page, write } from "./access-expected";
import { inDays } from "./appointments";

const aTime = () => ({ ...inDays(7), zone: "America/Nassau", minutes: "30", place: "Nassau" });
const anAppointment: MakeFields = async (world) => ({ appointment: await world.appointment(), seen: "0" });

/** Where appointments of a case are made, moved and cancelled. */
export const appointmentPage: Entry = {
  at: ({ application }) => `admin/applications/${application}/appointments`,
  loader: page,
  actions: [
    { intent: "make", fields: () => ({ ...aTime(), kind: "call" }), answered: write },
    { intent: "move", fields: async (world) => ({ ...aTime(), ...(await anAppointment(world)) }), answered: write },
    { intent: "cancel", fields: anAppointment, answered: write },
  ],
};

/** Where staff say when a case was filed with the authorities. */
export const filingPage: Entry = {
  at: ({ application }) => `admin/applications/${application}/filing`,
  loader: page,
  actions: [{ intent: "", fields: () => ({ filedOn: "2026-01-05" }), answered: write }],
};

/** Where staff approve or deny with documents. */
export const decisionPage: Entry = {
  at: ({ application }) => `admin/applications/${application}/decision`,
  loader: page,
  actions: [{ intent: "", fields: () => ({ status: "denied", sure: "yes" }), answered: write }],
};
