import { calendarDate, nassauLongDate } from "~/core/time";
import { Banner } from "~/ui/notices/banner";
import type { erasedBy } from "./erased.server";

/** What a search for the number of an erased application says (V-ERASE-8). */
export function ErasedNotice({ erased }: { erased: Awaited<ReturnType<typeof erasedBy>> }) {
  if (!erased) return null;
  const { number, startedOn, submittedOn, decidedOn, erasedAt } = erased;
  const days = [
    `begun ${calendarDate(startedOn)}`,
    submittedOn ? `submitted ${calendarDate(submittedOn)}` : "never submitted",
    decidedOn ? `decided ${calendarDate(decidedOn)}` : "",
  ].filter(Boolean);
  return (
    <Banner tone="info" role="status" className="mt-4" title={`Erased on ${nassauLongDate(erasedAt)}`}>
      <span className="font-mono">{number}</span>: {days.join(", ")}. Nothing else has been kept.
    </Banner>
  );
}
