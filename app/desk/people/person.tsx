import { data, Form, redirect } from "react-router";
import { OwnActivity } from "~/accounts/activity/entries";
import { activityOf } from "~/accounts/activity/read.server";
import { rememberOpened } from "~/accounts/admins/opened.server";
import { flash, readFlash } from "~/accounts/flash.server";
import { requireStaff, requireStaffContext } from "~/accounts/staff.server";
import { importedOn } from "~/clients/client";
import { isOpening } from "~/core/opening";
import { nassauTime } from "~/core/time";
import { statusOf } from "~/core/verbs/refused";
import { declareDifferent, joinPeople, separatePeople, separateRecord } from "~/people/join-people.server";
import { nameOf, personPath } from "~/people/person-link";
import { assignForPage } from "~/people/waiting.server";
import { readForm } from "~/request-bodies/read-form.server";
import { Button } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { Fact, Facts } from "~/ui/lists/facts";
import { Panel } from "~/ui/lists/panel";
import { Banner } from "~/ui/notices/banner";
import { useCloseTo } from "~/ui/notices/use-close-to";
import type { Route } from "./+types/person";
import { readJoinQuestion, readPerson } from "./detail.server";
import { JoinQuestion } from "./join-question";
import { JoinedRecords } from "./joined-records";
import { noticeOf } from "./notice";
import { JoinLink, PairCard, sameAs } from "./pair";
import { Timeline } from "./timeline";

const list = "/admin/people";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? nameOf(loaderData.person) : "Person"} · Lucaya staff` },
];

export async function loader({ request, params, url }: Route.LoaderArgs) {
  const staff = await requireStaff(request);
  await assignForPage();
  const found = await readPerson(params.id, url.searchParams.get("earlier"));
  if (!found) throw redirect(list, { headers: { "Set-Cookie": flash("person-gone") } });
  if (found.movedTo !== null) throw redirect(`${personPath(found.movedTo)}${url.search}`);
  if (isOpening(request)) await rememberOpened(staff, "person", params.id);
  const { notice, headers } = readFlash(request);
  const question = await readJoinQuestion(url.searchParams);
  const activity = await activityOf(staff, "person", params.id);
  return data({ ...found, activity, question, notice, isEarlier: url.searchParams.has("earlier") }, { headers });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const form = Object.fromEntries(await readForm(request));
  const two = { personId: params.id, otherId: form.other };
  switch (form.intent) {
    case "join": {
      const joined = await joinPeople(by, two);
      if (!joined.ok) return data({ problem: joined.message }, statusOf(joined));
      return redirect(personPath(joined.id), { headers: { "Set-Cookie": flash("people-joined") } });
    }
    case "separate": {
      const separated = await separatePeople(by, { personId: form.other });
      if (!separated.ok) return data({ problem: separated.message }, statusOf(separated));
      return redirect(personPath(params.id), { headers: { "Set-Cookie": flash("people-separated") } });
    }
    case "separate-record": {
      const separated = await separateRecord(by, { personId: params.id, recordId: form.record });
      if (!separated.ok) return data({ problem: separated.message }, statusOf(separated));
      return redirect(personPath(params.id), { headers: { "Set-Cookie": flash("record-told-apart") } });
    }
    case "different": {
      const declared = await declareDifferent(by, two);
      if (!declared.ok) return data({ problem: declared.message }, statusOf(declared));
      const back = form.back === "list" ? `${list}?duplicates=yes` : personPath(params.id);
      return redirect(back, { headers: { "Set-Cookie": flash("people-told-apart") } });
    }
    default:
      throw data(null, 400);
  }
}

export default function PersonPage({ loaderData, actionData }: Route.ComponentProps) {
  const { person, pairs, joined, records, timeline, question, notice, isEarlier } = loaderData;
  const closeTo = useCloseTo(list, ["ask", "other", "earlier"]);
  const message = actionData?.problem ? (["error", actionData.problem] as const) : noticeOf(notice);
  const open = pairs.filter(({ isOpen }) => isOpen);
  return (
    <Panel id="person" kind="Person" title={nameOf(person)} closeTo={closeTo}>
      <Facts band>
        <Fact label="Emails">
          {person.emails.map((email) => (
            <div key={email}>{email}</div>
          ))}
        </Fact>
        <Fact label="Phones">
          {person.phones.map((phone) => (
            <div key={phone}>{phone}</div>
          ))}
        </Fact>
        <Fact label="Inquiries and cases">
          {person.inquiries.toLocaleString("en-US")} and {person.cases.toLocaleString("en-US")}
          {person.importedAt ? <span className="block text-stone">{importedOn(person.importedAt)}</span> : null}
        </Fact>
        <Fact label="Latest contact">
          <time dateTime={person.lastContactAt.toISOString()}>{nassauTime(person.lastContactAt)}</time>
        </Fact>
      </Facts>
      <div className="px-4 py-6 sm:px-7">
        {message ? (
          <Banner tone={message[0]} role="alert" className="mb-6">
            {message[1]}
          </Banner>
        ) : null}
        {pairs.length > 0 || joined.length > 0 ? (
          <div className="mb-8 grid gap-4">
            {pairs
              .filter(({ isOpen }) => !isOpen)
              .map(({ other, same }) => (
                <div key={other.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
                  <p>
                    {sameAs(same)}: <TextLink to={personPath(other.id)}>{nameOf(other)}</TextLink>
                  </p>
                  <JoinLink one={person} other={other} variant="outline" />
                </div>
              ))}
            <Joined id={person.id} joined={joined} />
            {open.length > 0 ? (
              <section aria-labelledby="duplicates" className="grid gap-3">
                <h2 id="duplicates" className="text-lg">
                  Possible duplicates
                </h2>
                {open.map((pair) => (
                  <PairCard key={pair.other.id} pair={pair} back="person" />
                ))}
              </section>
            ) : null}
          </div>
        ) : null}
        <JoinedRecords id={person.id} records={records} />
        <Timeline {...timeline} path={personPath(person.id)} isEarlier={isEarlier} />
        <div className="mt-8">
          <OwnActivity {...loaderData.activity} subject={person.id} />
        </div>
      </div>
      {question ? <JoinQuestion person={person} otherPerson={question} /> : null}
    </Panel>
  );
}

/** People merged into this one, with the option to undo it. */
function Joined({ id, joined }: { id: string; joined: readonly { id: string; name: string }[] }) {
  return joined.map((person) => (
    <div key={person.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p className="min-w-0 [overflow-wrap:anywhere]">
        Joined with <strong className="font-semibold">{nameOf(person)}</strong>
      </p>
      <Form method="post" action={personPath(id)} preventScrollReset>
        <input type="hidden" name="intent" value="separate" />
        <input type="hidden" name="other" value={person.id} />
        <Button type="submit" variant="outline" size="sm">
          Separate again<span className="sr-only">: {nameOf(person)}</span>
        </Button>
      </Form>
    </div>
  ));
}
