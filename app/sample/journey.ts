import { calendarWeekday } from "~/core/time";
import type { ApplicationStatus } from "~/db/schema/values";
import { type Clock, day, hour, isoDay } from "./clock";
import { durations } from "./destinations";
import type { Applicant } from "./people/applicant";
import { consultantOf, staffMessages } from "./people/messages";
import { consultants } from "./people/people";
import type { Random } from "./random";

/** A status change by staff; `message` null means the default text. */
type Change = { from: ApplicationStatus; to: ApplicationStatus; at: Date; message: string | null; by: string };
export type Journey = { startedAt: Date; submittedAt: Date | null; changes: Change[] };

/** How many days ago an application with this status may have been started; a range. */
function span({ status, service }: Applicant): readonly [number, number] {
  const decided = durations[service].decision[1] + 14;
  const spans: Record<ApplicationStatus, readonly [number, number]> = {
    draft: [0, 320],
    submitted: [1, 9],
    under_review: [6, Math.max(14, Math.min(42, decided - 12))],
    additional_info_required: [9, 34],
    interview_scheduled: [16, 48],
    approved: [decided, 352],
    denied: [decided, 330],
    withdrawn: [45, 260],
  };
  return spans[status];
}

/** `share`, from 0 to 1, places the start within the status's range, slightly denser towards today. */
export function journeyOf(random: Random, clock: Clock, applicant: Applicant, share: number): Journey {
  const [from, to] = span(applicant);
  const startedAt = clock.ago(
    applicant.ago ?? from + (to - from) * share ** (applicant.status === "draft" ? 2.4 : 1),
    hourOfDay(random),
  );
  if (applicant.status === "draft") return { startedAt, submittedAt: null, changes: [] };
  const change = changer(random, applicant);
  if (applicant.service === "jamaica-visitor-visa")
    return {
      startedAt,
      submittedAt: null,
      changes: [change("draft", "withdrawn", officeHours(random, clock, clock.later(startedAt, 9 * day)))],
    };

  const submittedAt = finishedAt(random, clock, startedAt);
  const path = statusPath(random, applicant);
  const [minDays, maxDays] = durations[applicant.service].decision;
  const whole = random.int(minDays, maxDays) * day;
  let [before, instant]: [ApplicationStatus, Date] = ["submitted", submittedAt];
  const changes = path.map((status, index) => {
    const wait = index === 0 ? random.int(6, 40) * hour : (whole - 2 * day) / (path.length - 1);
    instant = officeHours(random, clock, clock.later(instant, wait));
    const made = change(before, status, instant);
    before = status;
    return made;
  });
  return { startedAt, submittedAt, changes };
}

/** People apply in the evening, some at lunch; few at night. */
const hourOfDay = (random: Random) =>
  random.weighted([
    [random.int(7, 11), 2],
    [random.int(12, 14), 2],
    [random.int(15, 18), 2],
    [random.int(19, 22), 4],
    [23, 0.5],
  ]) + random.next();

/** A third complete the form at once; the others come back within a week, at any hour except at night. */
function finishedAt(random: Random, clock: Clock, startedAt: Date): Date {
  if (random.chance(0.33)) return clock.later(startedAt, random.int(45, 110) * (hour / 60));
  const back = startedAt.getTime() + random.int(1, 6) * day;
  const moved = new Date(startOfDay(back) + hourOfDay(random) * hour);
  return moved < clock.now ? moved : clock.later(startedAt, 5 * hour);
}

/** Staff work during the day, and not on Sundays: the next such hour, unless it is in the future. */
function officeHours(random: Random, clock: Clock, instant: Date): Date {
  for (let days = 0; days < 3; days++) {
    const from = startOfDay(instant.getTime() + days * day);
    const moved = new Date(from + (random.int(9, 16) + random.next()) * hour);
    if (moved > instant && moved < clock.now && moved.getUTCDay() !== 0) return moved;
  }
  return instant;
}

/** Midnight in Nassau's standard time (UTC-5). */
const startOfDay = (time: number) => Math.floor((time - 5 * hour) / day) * day + 5 * hour;

function statusPath(random: Random, { status, service }: Applicant): ApplicationStatus[] {
  const moreInfo = random.chance(0.3);
  const interview = /^us-|permanent/.test(service);
  const between: ApplicationStatus[] = [
    ...(moreInfo ? (["additional_info_required", "under_review"] as const) : []),
    ...(interview ? (["interview_scheduled"] as const) : []),
  ];
  switch (status) {
    case "submitted":
    case "draft":
      return [];
    case "approved":
    case "denied":
      return ["under_review", ...between, status];
    default:
      return status === "under_review" ? [status] : ["under_review", status];
  }
}

/** What can be missing for a service, as indexes in the list of messages. */
function reasonsFor(service: Applicant["service"], hasHost: boolean): readonly number[] {
  switch (service) {
    case "bahamas-work-visa":
      return [6];
    case "permit-to-reside":
    case "permanent-residence":
      return [5];
    case "bahamian-evisa":
      return [0, 1, hasHost ? 4 : 2];
    case "us-student-f-1-visa":
      return [0, 1];
    default:
      return [0, 1, 3];
  }
}

function changer(random: Random, { service, host }: Applicant) {
  const permit = /permit|permanent|work/.test(service);
  const paperless = /evisa|eta|uae/.test(service);
  const reasons = staffMessages.additional_info_required;
  const pick = (list: readonly (string | null)[], ...only: number[]) =>
    (only.length > 0 ? list[random.pick(only)] : random.pick(list)) ?? null;
  const messageOf = (from: ApplicationStatus, to: ApplicationStatus): string | null => {
    if (to === "under_review")
      return pick(from === "submitted" ? staffMessages.under_review : staffMessages.backToReview);
    if (to === "additional_info_required") return pick(reasons, ...reasonsFor(service, host !== undefined));
    if (to === "interview_scheduled") return pick(staffMessages.interview_scheduled);
    if (to === "approved")
      return pick(staffMessages.approved, ...(permit ? [0, 3, 4, 5] : paperless ? [0, 1, 2, 4] : [0, 4, 5]));
    if (to === "denied")
      return pick(staffMessages.denied, service.startsWith("us-") ? 1 : service === "bahamian-evisa" ? 0 : 2);
    return pick(staffMessages.withdrawn, permit ? 1 : service === "jamaica-visitor-visa" ? 2 : 0);
  };
  return (from: ApplicationStatus, to: ApplicationStatus, instant: Date): Change => ({
    from,
    to,
    at: instant,
    message: messageOf(from, to)?.replace("{day}", interviewDay(random, instant)) ?? null,
    by: consultants[random.chance(0.85) ? consultantOf[service] : "documents"],
  });
}

/** A working day in two or three weeks, such as Tuesday, December 8. */
function interviewDay(random: Random, from: Date): string {
  const ahead = new Date(from.getTime() + random.int(12, 22) * day);
  const untilMonday = ahead.getUTCDay() === 0 ? 1 : ahead.getUTCDay() === 6 ? 2 : 0;
  return calendarWeekday(isoDay(new Date(ahead.getTime() + untilMonday * day)));
}
