import { z } from "zod";
import { nassauZone } from "~/core/time";
import { formatWallClock, isSameWall, isZone, momentIn } from "~/core/zones/wall-time";
import { consultationWays } from "~/db/schema/values";
import { formatLength } from "~/mail/calendar/appointment-words";
import { button, facts, note } from "~/mail/letter";
import { template } from "~/mail/template";

const wayFacts = { phone: "By phone", whatsapp: "By WhatsApp", office: "At our office" } as const;

/**
 * Goes to an address that nobody has confirmed: without the name, the phone number or the text that were typed, so that
 * the form can't be used to write to others.
 */
export const consultationConfirm = template({
  kind: "consultation_confirm",
  about: "booking",
  to: "person",
  links: ["consultationConfirm"],
  othersCause: true,
  data: z.object({
    consultation: z.uuid(),
    startsAt: z.iso.datetime(),
    minutes: z.number(),
    way: z.enum(consultationWays),
    zone: z.string().refine(isZone),
    /** Until when the time is kept. */
    until: z.iso.datetime(),
  }),
  texts: {
    subject: "Please confirm your consultation",
    preview: "One click, and the time is yours.",
    heading: "Confirm your consultation",
    opening: "Someone, we hope it was you, chose this time for a free consultation with us.",
    aboutTheLink:
      "We keep this time for you until {until}. If it wasn’t you, you don’t need to do anything: without your confirmation nothing is booked.",
  },
  chips: ({ until }) => ({ until: `${formatWallClock(until, nassauZone).toLowerCase()}, Nassau time` }),
  notAfter: ({ startsAt }) => new Date(startsAt),
  letter: ({ startsAt, minutes, way, zone }, links, say) => ({
    kind: "Consultation",
    greeting: "Hello,",
    blocks: [
      say("opening"),
      facts([
        { label: "When", value: momentIn(startsAt, nassauZone) },
        !isSameWall(startsAt, zone, nassauZone) && { label: "", value: momentIn(startsAt, zone) },
        { label: "Length", value: formatLength(minutes) },
        { label: "How", value: wayFacts[way] },
      ]),
      button("Confirm my consultation", links.consultationConfirm),
      note(say("aboutTheLink")),
    ],
    reason: "You are receiving this email because a consultation was booked with this address on our website.",
    record: "CONSULTATION",
  }),
});
