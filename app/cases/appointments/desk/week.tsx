import { ChevronLeft, ChevronRight } from "lucide-react";
import { requireStaff } from "~/accounts/staff.server";
import { State } from "~/cases/appointments/appointments-section";
import { calendarLongDate, calendarWeekday, nassauDay, nassauZone } from "~/core/time";
import { formatWallClock, formatZone, isSameWall } from "~/core/zones/wall-time";
import { appointmentKindLabels } from "~/mail/calendar/appointment-words";
import { ButtonLink } from "~/ui/button";
import { SampleMark } from "~/ui/lists/badge";
import { Table, Td, Th, Tr } from "~/ui/lists/table";
import { EmptyState } from "~/ui/notices/empty-state";
import { PageLink } from "~/ui/page-link";
import type { Route } from "./+types/week";
import { appointmentsOfWeek, later, mondayOf } from "./week.server";

const path = "/admin/appointments";

export const meta: Route.MetaFunction = () => [{ title: "Appointments · Lucaya staff" }];

/** `/admin/appointments?week=2026-11-23`: the week of that day, Monday to Sunday in Nassau. */
export async function loader({ request, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const monday = mondayOf(url.searchParams.get("week"));
  const rows = await appointmentsOfWeek(monday);
  const list = rows.map(({ firstName, lastName, email, startsAt, confirmedAt, ...row }) => ({
    ...row,
    day: nassauDay(startsAt),
    startsAt: startsAt.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    name: [firstName, lastName].filter(Boolean).join(" ") || email || "No name",
  }));
  const days = Map.groupBy(list, ({ day }) => day);
  return {
    ...{ monday, sunday: later(monday, 6), before: later(monday, -7), after: later(monday, 7) },
    thisWeek: mondayOf(null),
    days: [...days].map(([day, appointments]) => ({ day, appointments })),
  };
}

export default function Week({ loaderData }: Route.ComponentProps) {
  const { monday, sunday, before, after, thisWeek, days } = loaderData;
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
          <ButtonLink to={`${path}?week=${before}`} variant="outline" size="sm" before={<ChevronLeft aria-hidden />}>
            Week before
          </ButtonLink>
          {monday === thisWeek ? null : (
            <ButtonLink to={path} variant="outline" size="sm">
              This week
            </ButtonLink>
          )}
          <ButtonLink to={`${path}?week=${after}`} variant="outline" size="sm" after={<ChevronRight aria-hidden />}>
            Week after
          </ButtonLink>
        </nav>
      </div>
      {days.length === 0 ? (
        <EmptyState title="No appointments this week." seed="appointments">
          Make appointments from an application’s page.
        </EmptyState>
      ) : (
        days.map((day) => <Day key={day.day} {...day} />)
      )}
    </>
  );
}

function Day({ day, appointments }: Route.ComponentProps["loaderData"]["days"][number]) {
  const id = `day-${day}`;
  return (
    <section aria-labelledby={id} className="mt-7">
      <h2 id={id} className="text-lg">
        {calendarWeekday(day)}
      </h2>
      <Table label={calendarWeekday(day)} sticky={false} frameClassName="mt-2" className="table-fixed">
        <thead>
          <tr>
            <Th className="w-32">Time</Th>
            <Th className="w-32">Kind</Th>
            <Th>Applicant</Th>
            <Th className="w-44">Application</Th>
            <Th className="w-72">Confirmed</Th>
          </tr>
        </thead>
        <tbody>
          {appointments.map((appointment) => (
            <Tr key={appointment.id}>
              <Td label="Time" className="font-semibold tabular-nums">
                {formatWallClock(appointment.startsAt, nassauZone)}
                {isSameWall(appointment.startsAt, appointment.zone, nassauZone) ? null : (
                  <span className="block text-xs font-normal text-stone">
                    {formatWallClock(appointment.startsAt, appointment.zone)} {formatZone(appointment.zone)}
                  </span>
                )}
              </Td>
              <Td label="Kind">{appointmentKindLabels[appointment.kind]}</Td>
              <Td label="Applicant" className="wrap-anywhere">
                <bdi>{appointment.name}</bdi> {appointment.isSample ? <SampleMark /> : null}
              </Td>
              <Td label="Application">
                <PageLink
                  to={`/admin/applications/${appointment.applicationId}`}
                  className="font-mono font-medium text-sea-ink underline underline-offset-4"
                >
                  {appointment.number}
                </PageLink>
              </Td>
              <Td label="Confirmed">
                <State appointment={appointment} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
