import { CalendarClock, FilePlus2, Undo2 } from "lucide-react";
import { data, Form, redirect } from "react-router";
import { z } from "zod";
import { listAssignable } from "~/accounts/admins/names.server";
import { requireStaff, requireStaffContext, type StaffContext } from "~/accounts/staff.server";
import { mondayOf } from "~/cases/appointments/desk/week.server";
import { cancelConsultation } from "~/consultations/staff/cancel.server";
import { giveConsultation } from "~/consultations/staff/give.server";
import { moveConsultation } from "~/consultations/staff/move.server";
import { removeConsultationOutcome, setConsultationOutcome } from "~/consultations/staff/set-outcome.server";
import { mailLink } from "~/content/settings/contact-links";
import { revalidateHeaders } from "~/core/revalidate";
import { typedIn } from "~/core/text-input";
import { nassauTime, nassauZone } from "~/core/time";
import { statusOf } from "~/core/verbs/refused";
import { isSameWall, momentIn } from "~/core/zones/wall-time";
import { db } from "~/db/client.server";
import { eventText } from "~/inquiries/consultation/event-text";
import { readHistory } from "~/inquiries/consultation/history.server";
import { StateBadge } from "~/inquiries/consultation/state-badge";
import { Way } from "~/inquiries/consultation/way";
import { nobodyTakes } from "~/inquiries/consultation/words";
import { formatLength } from "~/mail/calendar/appointment-words";
import { readForm } from "~/request-bodies/read-form.server";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { EmailText } from "~/ui/email-text";
import { Checkbox } from "~/ui/forms/checkbox";
import { Field } from "~/ui/forms/field";
import { Textarea } from "~/ui/forms/input";
import { TextLink } from "~/ui/link";
import { SampleMark } from "~/ui/lists/badge";
import { Fact, Facts } from "~/ui/lists/facts";
import { listHref } from "~/ui/lists/list-filter";
import { Panel } from "~/ui/lists/panel";
import { Banner } from "~/ui/notices/banner";
import { StaffName } from "~/ui/staff-name";
import type { Route } from "./+types/consultation";
import { type Answer, Changes, type Loaded, type PartProps, Seen } from "./changes";
import { findConsultation } from "./listed.server";
import { freeTakersAt, readDeskTimes } from "./times.server";

const week = "/admin/appointments";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Consultation with ${loaderData?.consultation.person?.name ?? "a visitor"} · Lucaya staff` },
];

/** `/admin/consultations/{id}`: one consultation, and what staff can do with it. */
export async function loader({ request, params, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const consultation = z.uuid().safeParse(params.id).success ? await findConsultation(params.id) : undefined;
  if (!consultation) throw redirect(week);
  const { id, startsAt, minutes } = consultation;
  const isAhead = consultation.state === "booked" && !consultation.hasBegun;
  const [history, times, people, free] = await Promise.all([
    readHistory(id),
    isAhead ? readDeskTimes({ from: url.searchParams.get("from"), except: id, minutes }) : null,
    isAhead ? listAssignable(db) : [],
    isAhead ? freeTakersAt(id, new Date(startsAt), minutes) : new Set<string>(),
  ]);
  return {
    ...{ consultation, history, times, attempt: crypto.randomUUID(), isPaged: url.searchParams.has("from") },
    closeTo: listHref(week, { week: mondayOf(consultation.day) }),
    takers: people
      .filter((person) => person.id !== consultation.taker?.id)
      .map((person) => ({ ...person, isFree: free.has(person.id) })),
  };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const form = Object.fromEntries(await readForm(request));
  const result = await write(by, { ...form, id: params.id });
  if (result.ok) throw redirect(await backOf(params.id, url), { headers: revalidateHeaders });
  const { intent, ...typed } = typedIn(form, ["intent", "reason", "said", "startsAt", "adminId"]);
  return data<Answer>({ intent, message: result.message, typed }, statusOf(result));
}

function write(by: StaffContext, { intent, ...input }: Record<string, unknown>) {
  switch (intent) {
    case "move":
      return moveConsultation(by, input);
    case "give":
      return giveConsultation(by, input);
    case "cancel":
      return cancelConsultation(by, input);
    case "took_place":
    case "no_show":
      return setConsultationOutcome(by, { ...input, outcome: intent });
    case "remove-outcome":
      return removeConsultationOutcome(by, input);
    default:
      throw data(null, 400);
  }
}

/** The page itself, or the row in the week whose button was pressed. */
async function backOf(id: string, url: URL): Promise<string> {
  const to = url.searchParams.get("to");
  const found = to === "week" || to === "mine" ? await findConsultation(id) : undefined;
  if (!found) return `/admin/consultations/${id}`;
  const who = to === "mine" ? "mine" : undefined;
  return `${listHref(week, { week: mondayOf(found.day), who })}#consultation-${id}`;
}

export default function ConsultationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { consultation, history } = loaderData;
  const { id, inquiryId, person, startsAt, endsAt, zone, minutes, state, taker, hasBegun, outcome } = consultation;
  const answer: Answer | undefined = actionData;
  return (
    <Panel
      key={id}
      id="consultation"
      kind={
        <>
          Consultation
          {person && inquiryId ? (
            <TextLink to={`/admin/inquiries/${inquiryId}`} className="inline-flex min-h-6 items-center gap-1">
              Inquiry <span className="font-mono">{person.reference}</span>
            </TextLink>
          ) : null}
          {consultation.isSample ? <SampleMark /> : null}
        </>
      }
      title={person?.name ?? "A visitor"}
      marks={<StateBadge consultation={consultation} />}
      closeTo={loaderData.closeTo}
      className="max-w-5xl"
    >
      <Facts band>
        <Fact label="When" className="col-span-2">
          <time dateTime={startsAt} className="font-semibold">
            {momentIn(startsAt, nassauZone)}
          </time>
          <span className="text-stone"> · {formatLength(minutes)}</span>
          {isSameWall(startsAt, zone, nassauZone) ? null : (
            <span className="block text-sm text-stone">For the visitor: {momentIn(startsAt, zone)}</span>
          )}
        </Fact>
        <Fact label="How">
          <Way way={consultation.way} phone={person?.phone} />
        </Fact>
        <Fact label="Taken by">
          {taker ? <StaffName {...taker} /> : <span className="font-medium text-error">{nobodyTakes}</span>}
        </Fact>
      </Facts>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 px-4 py-6 sm:px-7 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
          {answer ? <Banner tone="error" role="alert" title={answer.message} /> : null}
          {person ? <About person={person} /> : <Unconfirmed endsAt={endsAt} hasBegun={hasBegun} />}
          {state === "booked" && hasBegun ? <Outcome {...loaderData} answer={answer} /> : null}
          {state === "booked" && !hasBegun ? <Changes {...loaderData} answer={answer} /> : null}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
          {history.length > 0 ? <History history={history} /> : null}
          {inquiryId && state !== "unconfirmed" ? (
            <section aria-labelledby="next">
              <h2 id="next" className="text-lg">
                Next
              </h2>
              <div className="mt-2 flex flex-wrap gap-2">
                <ButtonLink
                  to={`/admin/inquiries/${inquiryId}/application`}
                  variant="outline"
                  size="sm"
                  before={<FilePlus2 aria-hidden />}
                >
                  Make an application
                </ButtonLink>
                {state === "canceled" || outcome !== null ? (
                  <ButtonLink
                    to={`/admin/inquiries/${inquiryId}/consultation`}
                    variant="outline"
                    size="sm"
                    before={<CalendarClock aria-hidden />}
                  >
                    Book another time
                  </ButtonLink>
                ) : null}
              </div>
            </section>
          ) : null}
        </div>
      </div>
    </Panel>
  );
}

function About({ person: { topic, about, email } }: { person: NonNullable<Loaded["consultation"]["person"]> }) {
  return (
    <section aria-labelledby="about">
      <h2 id="about" className="text-lg">
        {topic ?? "Topic not chosen"}
      </h2>
      <p dir="auto" className="mt-1.5 wrap-anywhere whitespace-pre-wrap">
        {about || <span className="text-stone">Nothing was written.</span>}
      </p>
      {email ? (
        <p className="mt-2 text-sm">
          <a href={mailLink(email)} className="text-sea-ink underline underline-offset-4">
            <EmailText email={email} />
          </a>
        </p>
      ) : null}
    </section>
  );
}

const Unconfirmed = ({ hasBegun }: { endsAt: string; hasBegun: boolean }) => (
  <p className="max-w-prose text-stone">
    {hasBegun
      ? "The visitor never confirmed this booking."
      : "The visitor hasn’t confirmed this booking by email yet. Until then you see neither name nor number, and the time is reserved for an hour."}
  </p>
);

function History({ history }: Pick<Loaded, "history">) {
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="text-lg">
        History
      </h2>
      <ol className="mt-2 grid gap-2 text-sm">
        {history.map((event) => (
          <li key={`${event.at} ${event.what}`} className="min-w-0 border-l-2 border-line pl-3">
            <p>{eventText(event)}</p>
            {event.reason ? (
              <p dir="auto" className="text-stone wrap-anywhere">
                {event.reason}
              </p>
            ) : null}
            <p className="text-xs text-stone">
              {nassauTime(event.at)} · {event.by ? <StaffName {...event.by} /> : "Visitor"}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Outcome({ consultation, attempt, answer }: PartProps) {
  const { outcome, person } = consultation;
  if (outcome !== null)
    return (
      <section aria-labelledby="outcome" className="rounded-xl bg-mist px-4 py-4">
        <h2 id="outcome" className="text-lg">
          {outcome === "took_place" ? "The consultation took place" : "The visitor was a no-show"}
        </h2>
        <p className="mt-1 text-stone">
          {outcome === "took_place"
            ? "It counts as the answer to the inquiry and is in its conversation."
            : "Nobody was emailed. Call them, or book another time with them."}
        </p>
        <Form method="post" preventScrollReset className="mt-3">
          <Seen consultation={consultation} attempt={attempt} />
          <SubmitButton
            intent="remove-outcome"
            variant="outline"
            size="sm"
            before={<Undo2 aria-hidden />}
            busyLabel="Saving…"
          >
            Undo
          </SubmitButton>
        </Form>
      </section>
    );
  const isOpen = person?.status === "new" || person?.status === "in_review";
  return (
    <section aria-labelledby="outcome" className="rounded-xl border border-line px-4 py-4">
      <h2 id="outcome" className="scroll-mt-20 text-lg">
        Outcome
      </h2>
      <Form
        method="post"
        preventScrollReset
        noValidate
        data-keep={`outcome-${consultation.id}`}
        className="mt-3 grid gap-4"
      >
        <Seen consultation={consultation} attempt={attempt} />
        <Field
          id="said"
          label="What was discussed"
          mark="optional"
          hint="For the inquiry’s conversation. Only staff see it."
          error={answer?.intent === "took_place" && answer.message.startsWith("Write") ? answer.message : undefined}
          size="sm"
        >
          <Textarea name="said" size="sm" rows={4} dir="auto" defaultValue={answer?.typed.said ?? ""} />
        </Field>
        <Checkbox
          id="contacted"
          name="contacted"
          value="yes"
          size="sm"
          defaultChecked={isOpen}
          label="Set the inquiry’s status to Contacted"
        />
        <div className="flex flex-wrap gap-2">
          <SubmitButton intent="took_place" busyLabel="Saving…">
            Took place
          </SubmitButton>
          <SubmitButton intent="no_show" variant="outline" busyLabel="Saving…">
            No-show
          </SubmitButton>
        </div>
      </Form>
    </section>
  );
}
