import { z } from "zod";
import { nassauZone } from "~/core/time";
import { isSameWall, isZone, momentIn } from "~/core/zones/wall-time";
import { button, facts } from "~/mail/letter";
import { template } from "~/mail/template";

/** Instead of `consultation_confirm` for somebody who has a consultation ahead: the page must not tell it. */
export const consultationExists = template({
  kind: "consultation_exists",
  about: "inquiry",
  to: "person",
  links: ["consultation"],
  othersCause: true,
  data: z.object({ consultation: z.uuid(), startsAt: z.iso.datetime(), zone: z.string().refine(isZone) }),
  texts: {
    subject: "You already have a consultation on {time}",
    preview: "Nothing was booked again. Move or cancel the one you have.",
    heading: "You already have a consultation",
    opening:
      "Someone, we hope it was you, chose another time with this address. You already have a consultation with us:",
    whatNow: "We did not book a second one. If the time no longer suits you, move it or cancel it here.",
  },
  chips: ({ startsAt }) => ({ time: momentIn(startsAt, nassauZone) }),
  notAfter: ({ startsAt }) => new Date(startsAt),
  letter: ({ startsAt, zone }, links, say) => ({
    kind: "Consultation",
    greeting: "Hello,",
    blocks: [
      say("opening"),
      facts([
        { label: "When", value: momentIn(startsAt, nassauZone) },
        !isSameWall(startsAt, zone, nassauZone) && { label: "", value: momentIn(startsAt, zone) },
      ]),
      say("whatNow"),
      button("View my consultation", links.consultation),
    ],
    reason: "You are receiving this email because this address was entered to book a consultation on our website.",
    record: "CONSULTATION",
  }),
});
