import { Badge, type BadgeTone, badgeTones } from "~/ui/lists/badge";

type StatusLook = { label: string; tone: BadgeTone; ink: string; ground: string };

function look(label: string, tone: BadgeTone): StatusLook {
  return { label, tone, ink: badgeTones[tone].ink, ground: badgeTones[tone].ground };
}

/** One hue for each status of an application: on the desk, in mails and on the applicant's page. */
export const statusLooks: Readonly<Record<string, StatusLook>> = {
  draft: look("Draft", "gray"),
  submitted: look("Submitted", "blue"),
  under_review: look("Under Review", "yellow"),
  additional_info_required: look("Additional Info Required", "orange"),
  interview_scheduled: look("Interview Scheduled", "purple"),
  approved: look("Approved", "green"),
  denied: look("Denied", "red"),
  withdrawn: look("Withdrawn", "sand"),
};

/** An unknown status gets its name as label and the default look. */
export function statusLook(status: string): StatusLook {
  const known = Object.hasOwn(statusLooks, status) ? statusLooks[status] : undefined;
  if (known) return known;
  const words = status
    .split(/[_\s-]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return look(words.join(" ") || "Unknown", "gray");
}

export function StatusBadge({ status }: { status: string }) {
  const { label, tone } = statusLook(status);
  const known = Object.hasOwn(statusLooks, status);
  return (
    <Badge tone={tone} data-status={status} className={known ? "" : "ring-1 ring-edge ring-inset"}>
      {label}
    </Badge>
  );
}
