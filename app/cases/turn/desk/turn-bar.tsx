import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { isUndecided } from "~/applications/status/undecided";
import { doNotBegin } from "~/cases/agreement/reading/unsigned-words";
import { turnLabel, waitedFor } from "~/cases/turn/turn-text";
import { calendarDate } from "~/core/time";
import type { ApplicationDetail } from "../../case-data/case.server";
import { FilingForm } from "./filing-form";
import { PlanForm } from "./plan-form";

type Shown = Pick<ApplicationDetail, "application" | "turn" | "filing" | "agreement">;

/** Whose turn it is, and whether the case was filed: the first line of a submitted case. */
export function TurnBar({ application, turn, filing, agreement }: Shown) {
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
      {agreement?.unsigned ? (
        <p className="pb-1 text-sm font-semibold text-error">{doNotBegin[agreement.unsigned]}</p>
      ) : null}
      {isUndecided(application.status) ? (
        <>
          {application.filedOn === null ? <PlannedFiling id={application.id} filing={filing} /> : null}
          <Filing application={application} />
        </>
      ) : null}
    </section>
  );
}

function PlannedFiling({ id, filing }: Pick<ApplicationDetail, "filing"> & { id: string }) {
  return (
    <Fold label={`Filing planned for ${calendarDate(filing.plannedOn ?? filing.usualOn)}`}>
      <PlanForm id={id} {...filing} />
    </Fold>
  );
}

function Filing({ application }: Pick<ApplicationDetail, "application">) {
  const { filedOn, decisionExpectedBy } = application;
  return (
    <Fold label={filedOn ? `Filed with the authorities ${calendarDate(filedOn)}` : "Filed with the authorities?"}>
      <FilingForm id={application.id} filedOn={filedOn} decisionExpectedBy={decisionExpectedBy} />
    </Fold>
  );
}

function Fold({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="group min-w-0">
      <summary className="inline-flex min-h-9 cursor-pointer items-center gap-1.5 rounded-xs text-sm font-semibold text-sea-ink hover:underline">
        {label}
        <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      {children}
    </details>
  );
}
