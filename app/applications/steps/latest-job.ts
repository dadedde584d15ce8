import { isDay } from "~/core/time";

type Job = Readonly<Record<"employerName" | "jobTitle" | "startDate" | "endDate", string | undefined>>;

/** The one of several jobs that ended last, the first of the list where no dates say so. */
export function latestJob(jobs: readonly Job[]) {
  const ended = ({ endDate, startDate }: Job) => [endDate, startDate].find(isDay) ?? "";
  const [first, ...others] = jobs;
  const latest = others.reduce((one, other) => (one && ended(other) > ended(one) ? other : one), first);
  return { jobTitle: latest?.jobTitle, employerName: latest?.employerName, years: latest && yearsOf(latest) };
}

/** To the half of a year; undefined where the dates don't say it. */
function yearsOf({ startDate, endDate }: Job): number | undefined {
  if (!isDay(startDate) || !isDay(endDate) || endDate < startDate) return undefined;
  const days = (Date.parse(endDate) - Date.parse(startDate)) / 86_400_000;
  return Math.round((2 * days) / 365.25) / 2;
}
