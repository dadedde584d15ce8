import { StatusBadge } from "~/ui/lists/status-badge";
import { LocalTime } from "~/ui/local-time";
import type { TimelineEntry } from "./timeline.server";

const when = {
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
} as const;

/** What happened, newest first: by which side, and when with its time zone (C-TURN-10). */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="text-2xl print:text-[14pt]">
        Timeline
      </h2>
      <ol className="mt-4 border-l-2 border-dune">
        {entries.map((entry) => (
          <li key={entry.id} className="relative break-inside-avoid pb-6 pl-6 last:pb-0">
            <span
              aria-hidden
              className={`absolute top-1.5 -left-[0.4375rem] size-3 rounded-full ${entry.by === "You" ? "border-2 border-sea bg-white" : "bg-sea"}`}
            />
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold">{entry.by}</span>
              {entry.status ? <StatusBadge status={entry.status} /> : null}
              <span className="text-sm text-stone">
                <LocalTime at={entry.at} options={when} />
              </span>
            </p>
            <p dir="auto" className="mt-1.5 wrap-anywhere">
              {entry.what}
            </p>
            {entry.message ? (
              <p dir="auto" className="mt-2 whitespace-pre-line break-words">
                {entry.message}
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
