import { ChevronLeft, TriangleAlert } from "lucide-react";
import { data, Form, redirect } from "react-router";
import { listAssignable } from "~/accounts/admins/names.server";
import { requireStaff, requireStaffContext } from "~/accounts/staff.server";
import { type BlockProblems, blockTime, unblockTime } from "~/consultations/staff/block-time.server";
import { typedIn } from "~/core/text-input";
import { calendarWeekday, daysAfter, nassauClock, nassauDay, nassauTime, nassauZone } from "~/core/time";
import { statusOf } from "~/core/verbs/refused";
import { formatWallClock } from "~/core/zones/wall-time";
import { db } from "~/db/client.server";
import { readForm } from "~/request-bodies/read-form.server";
import { SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { DateInput } from "~/ui/forms/date-input";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { Select } from "~/ui/forms/select";
import { TextLink } from "~/ui/link";
import { Banner } from "~/ui/notices/banner";
import { PageLink } from "~/ui/page-link";
import { StaffName } from "~/ui/staff-name";
import type { Route } from "./+types/blocked";
import { listBlocked } from "./blocked.server";
import { longestNote } from "./words";

const week = "/admin/appointments";
const path = `${week}/blocked`;

export const meta: Route.MetaFunction = () => [{ title: "Blocked time · Lucaya staff" }];

/** `/admin/appointments/blocked`: time in which nobody can book somebody. */
export async function loader({ request }: Route.LoaderArgs) {
  const staff = await requireStaff(request);
  const isSuper = staff.role === "super_admin";
  const [blocked, people] = await Promise.all([listBlocked(staff), isSuper ? listAssignable(db) : []]);
  return { blocked, people, own: staff.adminId, today: nassauDay(), attempt: crypto.randomUUID() };
}

type Typed = Record<"adminId" | "from" | "until" | "fromTime" | "untilTime" | "note", string>;
type Answer = { message: string; problems: BlockProblems; typed: Typed | null };

export async function action({ request, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const form = Object.fromEntries(await readForm(request));
  if (form.intent === "free") {
    const freed = await unblockTime(by, form);
    if (freed.ok) throw redirect(path);
    return data<Answer>({ message: freed.message, problems: {}, typed: null }, statusOf(freed));
  }
  if (form.intent !== "block") throw data(null, 400);
  const input = { ...form, adminId: form.adminId ?? by.staff.adminId };
  const blocked = await blockTime(by, input);
  if (blocked.ok) throw redirect(`${path}#block-${blocked.id}`);
  const typed = typedIn(form, ["adminId", "from", "until", "note", "fromTime", "untilTime"]);
  const problems = blocked.detail ?? {};
  const message = Object.keys(problems).length > 0 ? "" : blocked.message;
  return data<Answer>({ message, problems, typed }, statusOf(blocked));
}

const empty: Typed = { ...{ adminId: "", from: "", until: "", fromTime: "", untilTime: "", note: "" } };

export default function BlockedTimes({ loaderData, actionData }: Route.ComponentProps) {
  const { blocked } = loaderData;
  const answer: Answer | undefined = actionData;
  return (
    <>
      <PageLink
        to={week}
        className="-ml-1 inline-flex min-h-6 items-center gap-0.5 rounded-xs text-sm font-semibold text-sea-ink hover:underline"
      >
        <ChevronLeft aria-hidden className="size-4" />
        Appointments
      </PageLink>
      <h1 className="text-2xl sm:text-3xl">Blocked time</h1>
      <p className="mt-1 text-stone">Nobody can book a consultation in it. Only staff see the notes.</p>
      {answer?.message ? <Banner tone="error" role="alert" title={answer.message} className="mt-4" /> : null}
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <section aria-label="Blocked from today on">
          {blocked.length === 0 ? (
            <p className="rounded-xl bg-white px-4 py-6 text-stone shadow-xs ring-1 ring-line">
              No time is blocked. Block an afternoon, or your vacation, with the form.
            </p>
          ) : (
            <ul className="divide-y divide-line rounded-xl bg-white shadow-xs ring-1 ring-line">
              {blocked.map((block) => (
                <Block key={block.id} block={block} attempt={loaderData.attempt} />
              ))}
            </ul>
          )}
        </section>
        <BlockForm key={loaderData.attempt} {...loaderData} answer={answer} />
      </div>
    </>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

/** `All day on Tuesday, December 1`, or from when to when. */
function spanText(startsAt: string, endsAt: string): string {
  const [from, to] = [nassauDay(startsAt), nassauDay(endsAt)];
  const isWhole = nassauClock(startsAt) === "00:00" && nassauClock(endsAt) === "00:00";
  const last = isWhole ? daysAfter(to, -1) : to;
  if (isWhole)
    return from === last ? `${calendarWeekday(from)}, all day` : `${calendarWeekday(from)} to ${calendarWeekday(last)}`;
  const clock = (instant: string) => formatWallClock(instant, nassauZone);
  return from === to
    ? `${calendarWeekday(from)}, ${clock(startsAt)} to ${clock(endsAt)}`
    : `${calendarWeekday(from)}, ${clock(startsAt)} to ${calendarWeekday(to)}, ${clock(endsAt)}`;
}

function Block({ block, attempt }: { block: Loaded["blocked"][number]; attempt: string }) {
  const { id, startsAt, endsAt, note, admin, isOwn, mayFree, within } = block;
  return (
    <li id={`block-${id}`} className="grid scroll-mt-20 gap-1 px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="font-semibold">{spanText(startsAt, endsAt)}</p>
        {mayFree ? (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="block" value={id} />
            <input type="hidden" name="attempt" value={attempt} />
            <SubmitButton intent="free" of={{ block: id }} variant="outline" size="sm" busyLabel="Freeing…">
              Free this time<span className="sr-only">: {spanText(startsAt, endsAt)}</span>
            </SubmitButton>
          </Form>
        ) : null}
      </div>
      <p className="text-sm text-stone wrap-anywhere">
        {isOwn ? "You" : <StaffName {...admin} />}
        {note ? (
          <>
            {" · "}
            <bdi>{note}</bdi>
          </>
        ) : null}
      </p>
      {within.length > 0 ? (
        <div className="mt-1 rounded-md bg-warning-ground px-3 py-2 text-sm">
          <p className="flex items-center gap-1.5 font-semibold">
            <TriangleAlert aria-hidden className="size-4 shrink-0" />
            {within.length === 1 ? "1 consultation is" : `${within.length} consultations are`} in this time. Move or
            cancel {within.length === 1 ? "it, or keep it." : "them, or keep them."}
          </p>
          <ul className="mt-1 grid gap-0.5">
            {within.map(({ id: consultation, name, startsAt: start }) => (
              <li key={consultation}>
                <TextLink to={`/admin/consultations/${consultation}`} className="inline-flex min-h-6 items-center">
                  {nassauTime(start)}, <bdi>{name ?? "waiting for confirmation"}</bdi>
                </TextLink>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </li>
  );
}

function BlockForm({ people, own, today, attempt, answer }: Loaded & { answer: Answer | undefined }) {
  const problems = answer?.problems ?? {};
  const values = answer?.typed ?? { ...empty, adminId: own };
  const errors = Object.entries(problems).flatMap(([id, message]) => (message ? [{ id, message }] : []));
  return (
    <Card padding="none" className="p-5" role="region" aria-labelledby="block">
      <h2 id="block" className="text-xl">
        Block time
      </h2>
      <ErrorSummary title="The time was not blocked" errors={errors} className="mt-4 px-4! py-4!" />
      <Form method="post" noValidate preventScrollReset data-keep="block-time" className="mt-4 grid gap-4">
        <input type="hidden" name="attempt" value={attempt} />
        {people.length > 0 ? (
          <Field id="adminId" label="Whose time" size="sm" error={problems.adminId}>
            <Select
              name="adminId"
              size="sm"
              defaultValue={values.adminId}
              options={people.map(({ id, name }) => ({ value: id, label: id === own ? `${name} (you)` : name }))}
            />
          </Field>
        ) : null}
        <div className="grid grid-cols-2 gap-4 sm:items-end">
          <Field id="from" label="First day" size="sm" required error={problems.from}>
            <DateInput name="from" size="sm" min={today} defaultValue={values.from} />
          </Field>
          <Field id="fromTime" label="From" mark="optional" size="sm" error={problems.fromTime}>
            <Input name="fromTime" type="time" size="sm" defaultValue={values.fromTime} className="tabular-nums" />
          </Field>
          <Field id="until" label="Last day" mark="optional" size="sm" error={problems.until}>
            <DateInput name="until" size="sm" min={today} defaultValue={values.until} />
          </Field>
          <Field id="untilTime" label="Until" mark="optional" size="sm" error={problems.untilTime}>
            <Input name="untilTime" type="time" size="sm" defaultValue={values.untilTime} className="tabular-nums" />
          </Field>
        </div>
        <p className="text-xs text-stone">
          Nassau time. Without times whole days are blocked. Without a last day it is one day.
        </p>
        <Field id="note" label="Note" mark="optional" size="sm" error={problems.note}>
          <Input name="note" size="sm" maxLength={longestNote * 2} defaultValue={values.note} dir="auto" />
        </Field>
        <SubmitButton intent="block" busyLabel="Saving…" className="justify-self-start">
          Block this time
        </SubmitButton>
      </Form>
    </Card>
  );
}
