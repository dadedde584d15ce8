import { ChevronDown } from "lucide-react";
import { isUndecided } from "~/applications/status/undecided";
import { turnLabel, waitedFor } from "~/cases/turn/turn-text";
import { calendarDate } from "~/core/time";
import type { ApplicationDetail } from "../../case-data/case.server";
import { FilingForm } from "./filing-form";

/** Whose turn it is, and whether the case was filed: the first line of a submitted case. */
export function TurnBar({ application, turn }: Pick<ApplicationDetail, "application" | "turn">) {
  if (!turn) return null;
  const yours = turn.closed === null && turn.turn === "office" && waitedFor(turn) === null;
  return (
    <section
      aria-label="Whose turn it is"
      className={`rounded-xl border border-line px-4 py-2 ${yours ? "bg-gold/15" : "bg-foam"}`}
    >
      <p role="status" className="py-1 font-semibold">
        {turnLabel(turn)}
      </p>
      {isUndecided(application.status) ? <Filing application={application} /> : null}
    </section>
  );
}

function Filing({ application }: Pick<ApplicationDetail, "application">) {
  const { filedOn, decisionExpectedBy } = application;
  return (
    <details className="group min-w-0">
      <summary className="inline-flex min-h-9 cursor-pointer items-center gap-1.5 rounded-xs text-sm font-semibold text-sea-ink hover:underline">
        {filedOn ? `Filed with the authorities ${calendarDate(filedOn)}` : "Filed with the authorities?"}
        <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <FilingForm id={application.id} filedOn={filedOn} decisionExpectedBy={decisionExpectedBy} />
    </details>
  );
}
