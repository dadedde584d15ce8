import { FilePlus2 } from "lucide-react";
import { data, Outlet, redirect } from "react-router";
import { OwnActivity } from "~/accounts/activity/entries";
import { activityOf } from "~/accounts/activity/read.server";
import { rememberOpened } from "~/accounts/admins/opened.server";
import { readFlash } from "~/accounts/flash.server";
import { OwnedPanel } from "~/accounts/owners/owned-panel";
import { readOwned } from "~/accounts/owners/read-owned.server";
import { requireStaff, requireStaffContext, type Staff } from "~/accounts/staff.server";
import { isOpening } from "~/core/opening";
import { revalidateAfterPost } from "~/core/revalidate";
import { isDatabaseUnavailable } from "~/db/failure.server";
import { consultationOf } from "~/inquiries/consultation/history.server";
import { InquiryConsultation } from "~/inquiries/consultation/inquiry-consultation";
import type { InquiryDetail } from "~/inquiries/desk/detail.server";
import { log } from "~/log.server";
import { SentMails } from "~/mail/sent-mails";
import { PersonLink } from "~/people/person-link";
import { personOf } from "~/people/person-of.server";
import { readForm } from "~/request-bodies/read-form.server";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { SampleMark } from "~/ui/lists/badge";
import { NeighbourLinks } from "~/ui/lists/neighbours";
import { Panel } from "~/ui/lists/panel";
import { RowIconDrawings } from "~/ui/lists/row-icon";
import { StatusBadge } from "~/ui/lists/status-badge";
import { Banner } from "~/ui/notices/banner";
import { useCloseTo } from "~/ui/notices/use-close-to";
import type { Route } from "./+types/detail";
import { readInquiry } from "./detail.server";
import { InquiryDocuments } from "./detail-records";
import { InquirySections } from "./detail-sections";
import type { InquiryFormResult } from "./forms";
import { neighboursOf } from "./list/neighbours.server";
import { NotesForm } from "./notes/notes";
import { DeskNotice } from "./notice";
import { handleThreadForm } from "./replies/request.server";
import { Thread } from "./replies/thread";
import { readThread } from "./replies/thread.server";
import { handleInquiryForm } from "./request.server";
import { PriorityToggle, StatusControl } from "./row-forms";

const list = "/admin/inquiries";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.inquiry.fullName ?? "Inquiry"} · Lucaya staff` },
];

export async function loader({ request, params, url }: Route.LoaderArgs) {
  const staff = await requireStaff(request);
  const detail = await read(params.id, staff);
  if (!detail) throw redirect(`${list}${url.search}`);
  const [owned, neighbours, person, activity, consultation] = await Promise.all([
    readOwned("inquiry", params.id, staff),
    neighboursOf(staff, params.id, url.searchParams),
    personOf("inquiry", params.id),
    activityOf(staff, "inquiry", params.id),
    consultationOf(params.id),
    isOpening(request) ? rememberOpened(staff, "inquiry", params.id) : undefined,
  ]);
  const { notice, headers } = readFlash(request);
  return data({ ...detail, person, activity, consultation, owned, neighbours, notice }, { headers });
}

/** Reads the inquiry; a failure is logged and redirects to the list. */
async function read(id: string, staff: Staff) {
  try {
    const detail = await readInquiry(id);
    return detail && { ...detail, thread: await readThread(detail.inquiry, staff) };
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err;
    log.error({ err }, "an inquiry could not be read");
    return null;
  }
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const here = `${list}/${params.id}${url.search}`;
  const form = await readForm(request);
  const intent = form.get("intent");
  const isOfReply = intent === "reply" || intent === "insert" || intent === "send-again";
  if (isOfReply || intent === "record" || intent === "no-answer") return handleThreadForm(by, form, here, params.id);
  return handleInquiryForm(by, request, here, params.id);
}

/**
 * After every POST, even a refused one: the forms contain the status that was seen, so they must show the current one.
 */
export const shouldRevalidate = revalidateAfterPost;

export default function InquiryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { inquiry, application, thread, mails, notesBy, notice, owned } = loaderData;
  const result: InquiryFormResult | undefined = actionData;
  const closeTo = useCloseTo(list);
  return (
    <>
      <Panel
        id="inquiry"
        kind={
          <>
            Inquiry <span className="font-mono">{inquiry.reference}</span>
            {inquiry.isSample ? <SampleMark /> : null}
          </>
        }
        title={inquiry.fullName}
        controls={
          <>
            <RowIconDrawings />
            <StatusControl key={`status ${inquiry.id}`} inquiry={inquiry} />
            <PriorityToggle key={`priority ${inquiry.id}`} inquiry={inquiry} showsLabel />
            <PersonLink person={loaderData.person} />
          </>
        }
        closeTo={closeTo}
        steps={<NeighbourLinks id={inquiry.id} neighbours={loaderData.neighbours} list={list} closeTo={closeTo} />}
      >
        {/* The key resets the forms with each inquiry, so that no typed text is carried over. */}
        <div key={inquiry.id} className="px-4 pb-6 sm:px-7">
          <DeskNotice notice={notice} />
          {result?.problem ? (
            <Banner tone="error" role="alert" title={result.problem} className="mt-4">
              {result.detail ?? null}
            </Banner>
          ) : null}
          <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
            <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
              <Thread
                inquiry={inquiry}
                thread={thread}
                events={loaderData.consultation?.history ?? []}
                answered={result?.reply}
              />
              <InquirySections inquiry={inquiry} />
              <InquiryDocuments documents={inquiry.uploadedDocuments} />
            </div>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
              {owned ? <OwnedPanel of="inquiry" record={owned} answer={result?.owned} /> : null}
              <InquiryConsultation id={inquiry.id} consultation={loaderData.consultation} phone={inquiry.phone} />
              <InquiryApplication id={inquiry.id} application={application} />
              <NotesForm inquiry={inquiry} writer={thread.self} savedBy={notesBy} answer={result} />
              <SentMails mails={mails} />
              <OwnActivity {...loaderData.activity} subject={inquiry.reference} />
              <div className="border-t border-line pt-5">
                <ButtonLink
                  to={`${list}/${inquiry.id}/delete${closeTo.slice(list.length)}`}
                  preventScrollReset
                  variant="outline"
                  size="sm"
                  className="border-error! text-error!"
                >
                  Delete Inquiry
                </ButtonLink>
              </div>
            </div>
          </div>
        </div>
      </Panel>
      <Outlet />
    </>
  );
}

/** The application made from an inquiry, or the link to make one. */
function InquiryApplication({ id, application }: { id: string; application: InquiryDetail["application"] }) {
  return (
    <section aria-labelledby="application">
      <h2 id="application" className="text-lg">
        Application
      </h2>
      {application ? (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <TextLink to={`/admin/applications/${application.id}`}>
            <span className="font-mono">{application.number}</span>
          </TextLink>
          <StatusBadge status={application.status} />
        </p>
      ) : (
        <>
          <p className="mt-1 text-sm text-stone">
            What we know is copied over. The applicant gets a link to complete and sign it.
          </p>
          <ButtonLink
            to={`/admin/inquiries/${id}/application`}
            variant="outline"
            size="sm"
            className="mt-3"
            before={<FilePlus2 aria-hidden />}
          >
            Make an application
          </ButtonLink>
        </>
      )}
    </section>
  );
}
