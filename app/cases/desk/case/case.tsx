import { Fragment } from "react";
import { data, redirect } from "react-router";
import { OwnActivity } from "~/accounts/activity/entries";
import { activityOf } from "~/accounts/activity/read.server";
import { rememberOpened } from "~/accounts/admins/opened.server";
import { flash, readFlash } from "~/accounts/flash.server";
import type { OwnerFormResult } from "~/accounts/owners/owned";
import { OwnedPanel } from "~/accounts/owners/owned-panel";
import { handleOwnerForm } from "~/accounts/owners/owner-form.server";
import { readOwned } from "~/accounts/owners/read-owned.server";
import { requireStaff, requireStaffContext, type Staff } from "~/accounts/staff.server";
import { requestEmailChangeAsStaff } from "~/applications/access/change/ask.server";
import { sendLinkForStaff } from "~/applications/access/email-state.server";
import { findRestrictedCase } from "~/applications/access/find-restricted.server";
import { AgreementSection } from "~/cases/agreement/desk/agreement-section";
import { DeskDraft } from "~/cases/desk/entering/desk-draft";
import { deskNotice } from "~/cases/desk/entering/desk-draft.server";
import { sendInvitation } from "~/cases/desk/entering/send-invitation.server";
import { neighboursOf } from "~/cases/desk/list/neighbours.server";
import { CaseKeyDates } from "~/cases/key-dates/desk/key-dates-section";
import type { DatesProblem, StatusQuestion } from "~/cases/status/desk/set-status.server";
import { CaseTasks } from "~/cases/tasks/desk/case-tasks";
import { changesOf } from "~/cases/turn/changes.server";
import { useChanges } from "~/cases/turn/use-changes";
import { isOpening, isPrefetch } from "~/core/opening";
import { requestContext } from "~/core/request-context";
import { revalidateAfterPost, revalidateHeaders } from "~/core/revalidate";
import { stripInvalidCharacters } from "~/core/text-input";
import { type Refused, statusOf } from "~/core/verbs/refused";
import { log } from "~/log.server";
import { SentMails } from "~/mail/sent-mails";
import { PersonLink } from "~/people/person-link";
import { personOf } from "~/people/person-of.server";
import { readForm } from "~/request-bodies/read-form.server";
import { SampleMark } from "~/ui/lists/badge";
import { NeighbourLinks } from "~/ui/lists/neighbours";
import { Panel } from "~/ui/lists/panel";
import { StatusBadge } from "~/ui/lists/status-badge";
import { Banner } from "~/ui/notices/banner";
import { useCloseTo } from "~/ui/notices/use-close-to";
import { useScripted } from "~/ui/use-scripted";
import { CaseAppointments } from "../../appointments/desk/appointments-section";
import { readApplication } from "../../case-data/case.server";
import { addNote, editNote } from "../../case-data/notes.server";
import { StatusHistory } from "../../case-data/records";
import { DecisionRecords } from "../../decision/desk/decision-records";
import { CaseFees } from "../../fees/desk/fees-panel";
import { HoldNotice } from "../../legal-hold/hold-notice";
import { revealAnswers } from "../../masked-answers/desk/reveal-answers.server";
import { deskMessages, findCase } from "../../messages/desk/desk-messages.server";
import { Messages } from "../../messages/desk/section";
import type { Revealed } from "../../requests/desk/amendments/reveal";
import { Requests } from "../../requests/desk/items";
import { FinalQuestionPage, type StatusProblem } from "../../status/desk/final-question";
import { previewStatus, questionIn, type StatusPreview, setStatus } from "../../status/desk/set-status.server";
import { StatusForm, type StatusInput } from "../../status/desk/status";
import { TurnBar } from "../../turn/desk/turn-bar";
import { recordOpened } from "../record-opened.server";
import type { Route } from "./+types/case";
import type { AddressChange } from "./address";
import { StepAnswers } from "./answers";
import { DeleteDraft } from "./delete-draft-link";
import type { DocumentDateProblem } from "./document-date";
import { DocumentList, DocumentPreview, PrintedDocuments } from "./documents";
import { DetailFacts } from "./facts";
import { type NoteProblem, Notes } from "./notes";
import { Parts, ToStatus } from "./parts";
import { setDocumentDate } from "./set-document-date.server";
import { setTier } from "./set-tier.server";
import { CaseFigures, CaseSide } from "./side";
import type { TierSet } from "./tier";

const list = "/admin/applications";

/** The list with its own filters, without the parameter that names the shown document. */
function listFrom({ search }: { search: string }): string {
  const parameters = new URLSearchParams(search);
  parameters.delete("document");
  const query = parameters.toString();
  return query ? `${list}?${query}` : list;
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.application.applicationNumber ?? "Application"} · Lucaya staff` },
];

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  // A prefetched page would be shown without an activity record, or would record an opening that never happened.
  if (isPrefetch(request)) throw new Response(null, { status: 503, headers: { "Cache-Control": "no-store" } });
  const staff = await requireStaff(request);
  const detail = await read(request, staff, params.id);
  // The list explains that the application can't be shown.
  if (!detail) {
    const isRestricted = staff.role === "super_admin" && (await findRestrictedCase(params.id));
    if (isRestricted) throw redirect(`/admin/privacy/restricted/${params.id}`);
    throw redirect(listFrom(url), { headers: { "Set-Cookie": flash("not-loaded") } });
  }
  const opening = isOpening(request);
  const [activity, owned, neighbours, person] = await Promise.all([
    activityOf(staff, "application", params.id),
    readOwned("application", params.id, staff),
    neighboursOf(staff, params.id, url.searchParams),
    personOf("application", params.id),
    opening ? recordOpened(staff, detail.application, context.get(requestContext)) : undefined,
    opening ? rememberOpened(staff, "application", params.id) : undefined,
  ]);
  const document = url.searchParams.get("document");
  const shown = detail.documents.find(({ id, preview }) => id === document && preview !== null);
  const { notice, headers } = readFlash(request);
  const noticeText = deskNotice(notice, detail.application.applicationNumber);
  const mayHold = staff.role === "super_admin";
  return data(
    { ...detail, person, activity, owned, neighbours, mayHold, shown: shown?.id ?? null, said: noticeText },
    { headers },
  );
}

/** Null if there is no such application, or it is restricted. */
async function read(request: Request, staff: Staff, id: string) {
  const found = await findCase(id);
  // Read before the rest, so that a change in between causes a needless reload instead of a missed one.
  const changes = found ? await changesOf(id) : null;
  const [detail, messages] = await Promise.all([
    readApplication(id),
    found ? deskMessages(request, staff, found) : null,
  ]);
  if (!detail) {
    log.warn({ room: "applications" }, "staff requested an application that was not found");
    return null;
  }
  return { ...detail, messages, changes: detail.application.submittedAt ? changes : null };
}

type ActionResult = {
  owned?: OwnerFormResult;
  revealed?: Revealed;
  noteProblem?: NoteProblem;
  problem?: StatusProblem;
  preview?: StatusPreview;
  asked?: StatusInput;
  linkSent?: string;
  addressChanged?: AddressChange;
  tierSet?: TierSet;
  dated?: DocumentDateProblem;
  /** Why the applicant was not invited to a draft. */
  notInvited?: string;
};

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const staffContext = await requireStaffContext(request, context);
  const sent = await readForm(request);
  const by = { ...staffContext, attempt: sent.get("attempt") };
  const owned = await handleOwnerForm("application", by, sent, params.id);
  if (owned) return owned;
  const form = Object.fromEntries(sent);
  const input = { ...form, applicationId: params.id };
  switch (form.intent) {
    case "reveal": {
      const revealed = await revealAnswers(by, input);
      if (!revealed.ok) throw data(null, statusOf(revealed));
      return { revealed };
    }
    case "add-note":
    case "edit-note": {
      const editing = form.intent === "edit-note";
      const saved = await (editing ? editNote(by, input) : addNote(by, input));
      if (saved.ok) return redirect(`${url.pathname}${url.search}#notes`, { headers: revalidateHeaders });
      const noteProblem = {
        note: `${form.note ?? ""}`,
        editing,
        message: saved.message,
        text: stripInvalidCharacters(`${form.body ?? ""}`),
      };
      return data({ noteProblem }, statusOf(saved));
    }
    case "preview": {
      const previewed = await previewStatus(by, input);
      if (previewed.ok)
        return { preview: previewed.preview, asked: { status: `${form.status}`, text: `${form.message ?? ""}` } };
      return refused(previewed, form);
    }
    case "status":
    case "status-sure":
    case "status-accept":
    case "status-close":
    case "status-read": {
      const confirmation = answersOfStatus[form.intent];
      const set = await setStatus(by, { ...input, ...confirmation });
      if (set.ok) {
        const notice = set.mailed ? "status-updated" : "status-updated-unmailed";
        const to = form.stay === "yes" ? `${url.pathname}${url.search}` : listFrom(url);
        return redirect(to, { headers: { ...revalidateHeaders, "Set-Cookie": flash(notice) } });
      }
      return refused(set, form);
    }
    case "send-link": {
      const sent = await sendLinkForStaff(by, params.id);
      if (!sent.ok && sent.reason === "forbidden") throw data(null, statusOf(sent));
      return { linkSent: sent.ok ? "Sent." : sent.message };
    }
    case "change-email": {
      const result = await requestEmailChangeAsStaff(by, input);
      const email = stripInvalidCharacters(`${form.email ?? ""}`);
      if (result.ok) return { addressChanged: { email: "" } };
      return data({ addressChanged: { problem: result.message, email } }, statusOf(result));
    }
    case "send-invitation": {
      const sent = await sendInvitation(by, input);
      if (!sent.ok) return data({ notInvited: sent.message }, statusOf(sent));
      return redirect(`${url.pathname}${url.search}`, { headers: { "Set-Cookie": flash("invitation-sent") } });
    }
    case "document-date": {
      const set = await setDocumentDate(by, input);
      if (set.ok) return {};
      const dated = { document: `${form.document}`, message: set.message, day: `${form.day ?? ""}` };
      return data({ dated }, statusOf(set));
    }
    case "set-tier": {
      const set = await setTier(by, input);
      const unmailed = set.ok && set.mailed === false;
      const done = unmailed
        ? "Price set. No email was sent because there’s no address."
        : "Price set. The applicant has been emailed.";
      const message = set.ok ? (set.mailed === undefined ? "Price set." : done) : set.message;
      const asked = "question" in set ? { tier: `${form.tier}`, question: set.question } : undefined;
      return data({ tierSet: { message, done: set.ok, asked } }, set.ok ? 200 : statusOf(set));
    }
    default:
      throw data(null, 400);
  }
}

/**
 * How each button of the status form answers the question before a final status. Sending a previewed mail counts as
 * confirmed, unless the current status is final.
 */
const answersOfStatus = {
  status: {},
  "status-sure": { sure: "yes" },
  "status-accept": { sure: "yes", unchecked: "accept" },
  "status-close": { sure: "yes", unchecked: "close" },
  "status-read": { mailRead: "yes" },
};

export const shouldRevalidate = revalidateAfterPost;

export default function ApplicationDetailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { application, address, tiers, feeTexts, steps, confirmed, documents, requests, shown, history, mails, notes } =
    loaderData;
  const { newNote, attempt, changes, messages, appointments } = loaderData;
  useChanges(`/admin/applications/${application.id}/changes`, changes);
  const closeTo = useCloseTo(list, ["document"]);
  const result: ActionResult = actionData ?? {};
  const document = documents.find(({ id }) => id === shown);
  const scripted = useScripted();
  if (result.problem?.asks && !scripted) return <FinalQuestionPage {...loaderData} problem={result.problem} />;
  return (
    <Panel
      id="application"
      kind="Application"
      title={application.applicationNumber}
      titleClassName="font-mono text-xl font-medium tracking-normal sm:text-2xl"
      marks={
        <>
          <StatusBadge status={application.status} />
          {application.isSample ? <SampleMark /> : null}
        </>
      }
      closeTo={closeTo}
      className="case-page max-w-6xl"
      controls={<PersonLink person={loaderData.person} />}
      steps={<NeighbourLinks id={application.id} neighbours={loaderData.neighbours} list={list} closeTo={closeTo} />}
    >
      {/* Remount for another case, so that no typed text moves into it. */}
      <Fragment key={application.id}>
        <DeskDraft
          desk={loaderData.desk}
          notice={loaderData.said}
          problem={result.notInvited}
          attempt={loaderData.attempt}
        />
        {loaderData.passport ? (
          <div className="px-4 pt-4 sm:px-7">
            <Banner tone={loaderData.passport.isExpired ? "error" : "warning"} title={loaderData.passport.sentence} />
          </div>
        ) : null}
        <DetailFacts
          application={application}
          address={address}
          tiers={tiers}
          feeTexts={feeTexts}
          documents={documents}
          renewals={loaderData.renewals}
          draftAgreement={loaderData.draftAgreement}
          sent={result.linkSent}
          changed={result.addressChanged}
          tierSet={result.tierSet}
        />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-8 px-4 py-6 sm:px-7 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr] print:block print:px-0">
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-8 lg:col-start-1 lg:row-start-1">
            <Parts {...loaderData} />
            {document ? <DocumentPreview document={document} /> : null}
            <StepAnswers id={application.id} steps={steps} confirmed={confirmed} revealed={result.revealed} />
            <div className="no-print">
              <DocumentList documents={documents} newer={loaderData.newer} shown={shown} dated={result.dated} />
            </div>
            <PrintedDocuments documents={documents} />
            <ToStatus />
          </div>
          <CaseSide application={application} tasks={loaderData.tasks}>
            <TurnBar {...loaderData} />
            <StatusForm
              application={application}
              requests={requests}
              amendments={loaderData.amendments}
              attempt={attempt}
              problem={result.problem}
              preview={result.preview}
              asked={result.asked}
            />
            {loaderData.owned ? <OwnedPanel of="application" record={loaderData.owned} answer={result.owned} /> : null}
            <CaseFigures application={application} documents={documents} />
            {loaderData.tasks ? <CaseTasks id={application.id} tasks={loaderData.tasks} /> : null}
            <HoldNotice {...application} hold={loaderData.hold} mayHold={loaderData.mayHold} />
          </CaseSide>
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-8 lg:col-start-1 lg:row-start-2">
            <div className="no-print grid grid-cols-[minmax(0,1fr)] gap-8 empty:hidden">
              <Requests
                application={application}
                requests={requests}
                amendments={loaderData.amendments}
                revealed={result.revealed}
              />
              {messages ? <Messages id={application.id} messages={messages} /> : null}
              <Notes notes={notes} newNote={newNote} problem={result.noteProblem} />
              {loaderData.agreement ? <AgreementSection agreement={loaderData.agreement} /> : null}
              {loaderData.fees ? <CaseFees fees={loaderData.fees} /> : null}
            </div>
            <div className="no-print grid gap-8 sm:grid-cols-2">
              {loaderData.decision ? <DecisionRecords decision={loaderData.decision} /> : null}
              {application.status === "approved" || loaderData.keyDates.length > 0 ? (
                <CaseKeyDates {...loaderData} />
              ) : null}
              {application.submittedAt ? <CaseAppointments id={application.id} appointments={appointments} /> : null}
              <StatusHistory application={application} history={history} />
              <SentMails mails={mails} />
              <OwnActivity {...loaderData.activity} subject={application.applicationNumber} />
            </div>
            <DeleteDraft application={application} closeTo={closeTo} />
          </div>
        </div>
      </Fragment>
    </Panel>
  );
}

/** The response to a status change that was refused, with the typed text. */
function refused(
  { reason, message, detail }: Refused<StatusQuestion | DatesProblem | undefined>,
  form: Record<string, FormDataEntryValue>,
) {
  const asked = questionIn(detail);
  const problem = {
    message,
    asks: asked !== undefined,
    question: asked?.question,
    unchecked: asked?.unchecked,
    status: `${form.status ?? ""}`,
    text: stripInvalidCharacters(`${form.message ?? ""}`),
  };
  // After a 409 the form uses the page's current state; a question is answered by the form that caused it.
  const isConflict = reason === "conflict" && !problem.asks;
  return data({ problem }, reason === "failed" ? 500 : isConflict ? 409 : 400);
}
