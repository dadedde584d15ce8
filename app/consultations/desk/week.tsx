import { Ban, ChevronLeft, ChevronRight } from "lucide-react";
import { Form } from "react-router";
import { requireStaff } from "~/accounts/staff.server";
import { State } from "~/cases/appointments/appointments-section";
import { later, mondayOf } from "~/cases/appointments/desk/week.server";
import { calendarLongDate, calendarWeekday, daysAfter, nassauDay, nassauZone } from "~/core/time";
import { formatWallClock, formatZone, isSameWall } from "~/core/zones/wall-time";
import { StateBadge } from "~/inquiries/consultation/state-badge";
import { Way } from "~/inquiries/consultation/way";
import { nobodyTakes } from "~/inquiries/consultation/words";
import { appointmentKindLabels, formatLength, isLink } from "~/mail/calendar/appointment-words";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { TextLink } from "~/ui/link";
import { SampleMark } from "~/ui/lists/badge";
import { listHref } from "~/ui/lists/list-filter";
import { Table, Td, Th, Tr } from "~/ui/lists/table";
import { EmptyState } from "~/ui/notices/empty-state";
import { PageLink } from "~/ui/page-link";
import { StaffName } from "~/ui/staff-name";
import type { Route } from "./+types/week";
import { readWeek, type WeekItem } from "./week.server";

const path = "/admin/appointments";

export const meta: Route.MetaFunction = () => [{ title: "Appointments · Lucaya staff" }];

/**
 * `/admin/appointments?week=2026-11-23&who=mine`: the week of that day, Monday to Sunday in Nassau, of everybody or of
 * the admin alone.
 */
export async function loader({ request, url }: Route.LoaderArgs) {
  const staff = await requireStaff(request);
  const monday = mondayOf(url.searchParams.get("week"));
  const isMine = url.searchParams.get("who") === "mine";
  const { days } = await readWeek(monday, staff, isMine);
  return {
    ...{ monday, sunday: later(monday, 6), before: later(monday, -7), after: later(monday, 7), isMine, days },
    ...{ thisWeek: mondayOf(null), today: nassauDay(), maySet: staff.role === "super_admin" },
    /** Of all forms of the page: each is of another consultation. */
    attempt: crypto.randomUUID(),
  };
}

type Loaded = Route.ComponentProps["loaderData"];

export default function Week({ loaderData }: Route.ComponentProps) {
  const { monday, sunday, before, after, thisWeek, today, isMine, days, maySet, attempt } = loaderData;
  const who = isMine ? "mine" : undefined;
  const to = (week: string) => listHref(path, { week: week === thisWeek ? undefined : week, who });
  const shared = { today, attempt, isMine };
  const isThisWeek = monday === thisWeek;
  const past = isThisWeek ? days.filter(({ day }) => day < today) : [];
  const coming = days.filter((day) => !past.includes(day));
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="text-2xl sm:text-3xl">Appointments</h1>
          <p className="mt-1 text-stone">
            {calendarLongDate(monday)} to {calendarLongDate(sunday)}, Nassau time
          </p>
        </div>
        <nav aria-label="Weeks" className="flex flex-wrap gap-2">
          <ButtonLink to={to(before)} variant="outline" size="sm" before={<ChevronLeft aria-hidden />}>
            Week before
          </ButtonLink>
          {isThisWeek ? null : (
            <ButtonLink to={to(thisWeek)} variant="outline" size="sm">
              This week
            </ButtonLink>
          )}
          <ButtonLink to={to(after)} variant="outline" size="sm" after={<ChevronRight aria-hidden />}>
            Week after
          </ButtonLink>
        </nav>
      </div>
      <Glance monday={monday} today={today} days={days} />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <nav aria-label="Whose" className="flex flex-wrap gap-2">
          {[false, true].map((mine) => (
            <ButtonLink
              key={`${mine}`}
              to={listHref(path, { week: isThisWeek ? undefined : monday, who: mine ? "mine" : undefined })}
              size="sm"
              variant={mine === isMine ? "primary" : "outline"}
              aria-current={mine === isMine ? "true" : undefined}
            >
              {mine ? "Mine" : "Everyone’s"}
            </ButtonLink>
          ))}
        </nav>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {maySet ? (
            <TextLink to="/admin/content/consultations" className="inline-flex min-h-6 items-center">
              Booking settings
            </TextLink>
          ) : null}
          <TextLink to="/admin/account#consultation-hours" className="inline-flex min-h-6 items-center">
            Consultation hours
          </TextLink>
          <ButtonLink to={`${path}/blocked`} variant="outline" size="sm" before={<Ban aria-hidden />}>
            Block time
          </ButtonLink>
        </div>
      </div>
      {past.length > 0 ? (
        <details className="group/past mt-5">
          <summary className="inline-flex min-h-9 cursor-pointer items-center gap-1.5 rounded-md px-1 font-semibold text-sea-ink hover:underline">
            <ChevronRight aria-hidden className="size-4 transition-transform group-open/past:rotate-90" />
            Earlier this week
            <span className="font-normal text-stone tabular-nums">{countOf(past)}</span>
          </summary>
          {past.map((day) => (
            <Day key={day.day} {...day} {...shared} />
          ))}
        </details>
      ) : null}
      {days.length === 0 ? (
        <EmptyState title="No appointments this week." seed="appointments">
          Make appointments from an application’s page. Consultations that visitors book appear here.
        </EmptyState>
      ) : coming.length === 0 ? (
        <p className="mt-6 text-stone">Nothing more this week.</p>
      ) : (
        coming.map((day) => <Day key={day.day} {...day} {...shared} />)
      )}
    </>
  );
}

const isMeeting = ({ what }: WeekItem) => what !== "blocked";
const countOf = (days: Loaded["days"]) => days.flatMap(({ items }) => items).filter(isMeeting).length;

/** The week on one line: how much each day has, and a jump to it. */
function Glance({ monday, today, days }: Pick<Loaded, "monday" | "today" | "days">) {
  return (
    <nav aria-label="Days" className="mt-4">
      <ol className="grid grid-cols-7 overflow-hidden rounded-xl bg-white shadow-xs ring-1 ring-line">
        {Array.from({ length: 7 }, (_, n) => daysAfter(monday, n)).map((day) => {
          const items = days.find((own) => own.day === day)?.items ?? [];
          const count = items.filter(isMeeting).length;
          const isBlocked = items.length > count;
          const [weekday = ""] = calendarWeekday(day).split(",");
          const content = (
            <>
              <span className="text-xs text-stone">
                <span aria-hidden>{weekday.slice(0, 3)}</span>
                <span className="sr-only">{calendarWeekday(day)}</span>
              </span>
              <span
                aria-hidden
                className={classNames(
                  "grid size-7 place-items-center rounded-full text-sm font-semibold tabular-nums",
                  day === today && "bg-navy text-white",
                )}
              >
                {Number(day.slice(8))}
              </span>
              <span className="flex min-h-5 items-center gap-1 text-xs">
                {count > 0 ? (
                  <span className="rounded-full bg-sea/15 px-2 leading-5 font-semibold text-sea-ink tabular-nums">
                    {count}
                    <span className="sr-only">{count === 1 ? " appointment" : " appointments"}</span>
                  </span>
                ) : isBlocked ? null : (
                  <span aria-hidden className="text-stone">
                    –
                  </span>
                )}
                {isBlocked ? (
                  <>
                    <Ban aria-hidden className="size-3.5 text-stone" />
                    <span className="sr-only">some time is blocked</span>
                  </>
                ) : null}
              </span>
            </>
          );
          const look = "flex flex-col items-center gap-0.5 py-2";
          return (
            <li key={day} className="border-line not-first:border-l">
              {items.length > 0 ? (
                <a href={`#day-${day}`} className={classNames(look, "-outline-offset-3 hover:bg-foam")}>
                  {content}
                </a>
              ) : (
                <span className={look}>{content}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

type Shared = Pick<Loaded, "today" | "attempt" | "isMine">;

function Day({ day, items, today, ...forms }: Loaded["days"][number] & Shared) {
  const id = `day-${day}`;
  const name = calendarWeekday(day);
  return (
    <section aria-labelledby={id} className="mt-6">
      <h2 id={id} className="flex scroll-mt-20 items-baseline gap-2 text-lg">
        {name}
        {day === today ? <span className="font-sans text-sm font-semibold text-sea-ink">Today</span> : null}
      </h2>
      <Table label={name} sticky={false} frameClassName="mt-2" className="table-fixed">
        <thead>
          <tr>
            <Th className="w-30 max-lg:w-24">Time</Th>
            <Th className="w-32">Kind</Th>
            <Th>Who and what about</Th>
            <Th className="w-56 max-lg:w-32">How or where</Th>
            <Th className="w-40 max-xl:w-32 max-lg:w-24">Taken by</Th>
            <Th className="w-60 max-xl:w-48 max-lg:w-32">State</Th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Item key={item.id} item={item} {...forms} />
          ))}
        </tbody>
      </Table>
    </section>
  );
}

type Forms = Omit<Shared, "today">;

function Item({ item, ...forms }: { item: WeekItem } & Forms) {
  if (item.what === "blocked")
    return (
      <Tr id={`blocked-${item.id}`} className="text-stone">
        <Td label="Time" className="tabular-nums">
          {item.isWholeDay ? "All day" : formatWallClock(item.startsAt, nassauZone)}
        </Td>
        <Td label="Kind">Blocked</Td>
        <Td label="Note" className="wrap-anywhere">
          <bdi>{item.note || "—"}</bdi>
        </Td>
        <Td label="Until">{item.isWholeDay ? "" : `Until ${formatWallClock(item.endsAt, nassauZone)}`}</Td>
        <Td label="Whose">
          <StaffName {...item.taker} />
        </Td>
        <Td label="Change">
          <TextLink to={`${path}/blocked#block-${item.id}`}>
            Change<span className="sr-only"> blocked time</span>
          </TextLink>
        </Td>
      </Tr>
    );
  return (
    <Tr id={`${item.what}-${item.id}`} className="scroll-mt-20">
      <Td label="Time" className="font-semibold tabular-nums">
        {formatWallClock(item.startsAt, nassauZone)}
        {isSameWall(item.startsAt, item.zone, nassauZone) ? null : (
          <span className="block text-xs font-normal text-stone">
            {formatWallClock(item.startsAt, item.zone)} {formatZone(item.zone)}
          </span>
        )}
      </Td>
      {item.what === "appointment" ? <AppointmentCells item={item} /> : <ConsultationCells item={item} {...forms} />}
    </Tr>
  );
}

const Kind = ({ name, minutes }: { name: string; minutes: number }) => (
  <div>
    {name}
    <span className="block text-xs text-stone">{formatLength(minutes)}</span>
  </div>
);

const recordLink =
  "inline-flex min-h-6 items-center font-mono text-xs font-medium text-sea-ink underline underline-offset-4";

function AppointmentCells({ item }: { item: Extract<WeekItem, { what: "appointment" }> }) {
  return (
    <>
      <Td label="Kind">
        <Kind name={appointmentKindLabels[item.kind]} minutes={item.minutes} />
      </Td>
      <Td label="Applicant" className="wrap-anywhere">
        <div>
          <span className="flex items-center gap-1.5 max-md:justify-end">
            <bdi className="font-medium">{item.name}</bdi>
            {item.isSample ? <SampleMark short /> : null}
          </span>
          <PageLink to={`/admin/applications/${item.applicationId}`} className={recordLink}>
            {item.number}
          </PageLink>
        </div>
      </Td>
      <Td label="Where" className="wrap-anywhere">
        {isLink(item.place) ? (
          <a href={item.place} rel="noreferrer" className="text-sea-ink underline underline-offset-4">
            {new URL(item.place).host}
          </a>
        ) : (
          item.place
        )}
      </Td>
      <Td label="Taken by">{item.taker ? <StaffName {...item.taker} /> : <span className="text-stone">—</span>}</Td>
      <Td label="State">
        <State appointment={item} />
      </Td>
    </>
  );
}

type ConsultationItem = { item: Extract<WeekItem, { what: "consultation" }> } & Forms;

function ConsultationCells({ item, ...forms }: ConsultationItem) {
  const { person } = item;
  return (
    <>
      <Td label="Kind">
        <Kind name="Consultation" minutes={item.minutes} />
      </Td>
      <Td label="Who" className="wrap-anywhere">
        {person ? (
          <div>
            <span className="flex items-center gap-1.5 max-md:justify-end">
              <PageLink
                to={`/admin/consultations/${item.id}`}
                className="inline-flex min-h-6 items-center font-medium text-sea-ink underline underline-offset-4"
              >
                <bdi>{person.name}</bdi>
              </PageLink>
              {item.isSample ? <SampleMark short /> : null}
            </span>
            <span className="block text-xs text-stone">
              <PageLink to={`/admin/inquiries/${item.inquiryId}`} className={recordLink}>
                {person.reference}
              </PageLink>
              {person.topic ? ` · ${person.topic}` : null}
            </span>
          </div>
        ) : (
          <span className="text-stone">Not confirmed by email yet</span>
        )}
      </Td>
      <Td label="How">
        <Way way={item.way} phone={person?.phone} />
      </Td>
      <Td label="Taken by">
        {item.taker ? <StaffName {...item.taker} /> : <span className="font-medium text-error">{nobodyTakes}</span>}
      </Td>
      <Td label="State">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
          {item.hasBegun && item.state === "booked" && item.outcome === null ? (
            <Outcome item={item} {...forms} />
          ) : (
            <StateBadge consultation={item} />
          )}
        </div>
      </Td>
    </>
  );
}

/** What became of a consultation that has begun; a no-show is one press. */
function Outcome({ item, attempt, isMine }: ConsultationItem) {
  const at = `/admin/consultations/${item.id}`;
  return (
    <>
      <ButtonLink to={`${at}#outcome`} size="sm">
        Took place<span className="sr-only">: {item.person?.name}</span>
      </ButtonLink>
      <Form method="post" action={`${at}?to=${isMine ? "mine" : "week"}`} preventScrollReset>
        <input type="hidden" name="id" value={item.id} />
        <input type="hidden" name="seen" value={item.seen} />
        <input type="hidden" name="attempt" value={attempt} />
        <SubmitButton intent="no_show" of={{ id: item.id }} variant="outline" size="sm" busyLabel="Saving…">
          No-show<span className="sr-only">: {item.person?.name}</span>
        </SubmitButton>
      </Form>
    </>
  );
}
