import { z } from "zod";
import { nassauMoment, utcMoment } from "~/core/time";
import { button, facts, note } from "~/mail/letter";
import { instant, template } from "~/mail/template";

/** Tells the former address and the super admins that staff notifications go to another address. */
export const notificationAddressChanged = template({
  kind: "notification_address_changed",
  about: "account",
  to: "person",
  links: [],
  othersCause: false,
  data: z.object({ former: z.string(), now: z.string(), by: z.string().nullable(), at: instant }),
  texts: {
    subject: "Notices to staff go to {new address}",
    preview: "Until now they went to {former address}.",
    heading: "Notices to staff go to another address",
    opening:
      "The setting “Email for notices to staff” was changed. Notices of inquiries and applications go to {new address} from now on, and no longer to {former address}.",
    ifNotRight:
      "If nobody in the office meant to change it, put the former address back under Site settings, deactivate the account that changed it, and tell all super admins.",
  },
  chips: ({ former, now, by, at }) => ({
    "former address": former,
    "new address": now,
    "staff email": by ?? "nobody who is known",
    when: nassauMoment(at),
  }),
  letter: ({ former, now, by, at }, links, say) => ({
    kind: "For the office",
    blocks: [
      say("opening"),
      facts([
        { label: "Before", value: former },
        { label: "Now", value: now },
        { label: "Changed by", value: by ?? "Not known" },
        { label: "When", value: nassauMoment(at) },
        { label: "In UTC", value: utcMoment(at) },
      ]),
      button("Look at the settings", links.desk("/admin/content/settings")),
      note(say("ifNotRight")),
    ],
    reason: "You are receiving this email because it is the former address, or you are a super admin.",
    record: "SETTINGS",
  }),
});
