import { Scale } from "lucide-react";
import { Link } from "react-router";
import { calendarDate, nassauDay } from "~/core/time";

type Props = {
  id: string;
  submittedAt: Date | null;
  isSample: boolean;
  hold: { placedAt: Date } | null;
  mayHold: boolean;
};

/** Tells everybody at the desk of a legal hold, and links super admins to it. */
export function HoldNotice({ id, submittedAt, isSample, hold, mayHold }: Props) {
  if (!submittedAt || isSample || !(hold || mayHold)) return null;
  const text = hold ? `Legal hold since ${calendarDate(nassauDay(hold.placedAt))}` : "Legal hold";
  return (
    <p className={hold ? "rounded-xl border border-line bg-gold/15 px-4 py-2.5 font-semibold" : "text-sm"}>
      <Scale aria-hidden className="mr-1.5 inline size-4 align-[-0.15em]" />
      {mayHold ? (
        <Link
          to={`/admin/applications/${id}/hold`}
          className="inline-flex min-h-6 items-center rounded-xs text-sea-ink underline underline-offset-2"
        >
          {text}
        </Link>
      ) : (
        text
      )}
    </p>
  );
}
