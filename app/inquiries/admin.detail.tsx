import { X } from "lucide-react";
import { data, Link, Outlet, redirect } from "react-router";
import { readFlash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { isDatabaseAway } from "~/db/failure.server";
import { log } from "~/log.server";
import { Badge } from "~/ui/badge";
import { Banner } from "~/ui/banner";
import { ButtonLink } from "~/ui/button";
import { useCloseTo } from "~/ui/use-close-to";
import { visitContext } from "~/visit";
import type { Route } from "./+types/admin.detail";
import { InquiryDocuments, InquiryMails } from "./admin.detail-records";
import { InquirySections } from "./admin.detail-sections";
import { NotesForm } from "./admin.notes";
import { DeskNotice } from "./admin.notice";
import { PriorityToggle, StatusControl } from "./admin.row-forms";
import { type InquiryDetail, readInquiry } from "./staff-detail.server";
import { sendInquiryForm } from "./staff-forms";
import { answerInquiryForm } from "./staff-request.server";

const list = "/admin/inquiries";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.inquiry.fullName ?? "Inquiry"} · Lucaya staff` },
];

export async function loader({ request, params, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const detail = await read(params.id);
  if (!detail) throw redirect(`${list}${url.search}`);
  const { notice, headers } = readFlash(request);
  return data({ ...detail, notice }, { headers });
}

/** A failed read is logged and leads back to the list (A-INQ-26). */
async function read(id: string) {
  try {
    return await readInquiry(id);
  } catch (err) {
    if (isDatabaseAway(err)) throw err;
    log.error({ err }, "an inquiry could not be read");
    return null;
  }
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const { address } = context.get(visitContext);
  return answerInquiryForm({ staff, address }, request, `${list}/${params.id}${url.search}`, params.id);
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  sendInquiryForm(request, serverAction);

export default function InquiryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { inquiry, mails, notesBy, notice } = loaderData;
  const closeTo = useCloseTo(list);
  return (
    <>
      <div
        role="dialog"
        aria-labelledby="inquiry"
        className="mx-auto max-w-6xl rounded-2xl bg-white shadow-md ring-1 ring-line max-sm:-mx-4 max-sm:-my-6 max-sm:rounded-none"
      >
        <Header inquiry={inquiry} closeTo={closeTo} />
        <div className="px-4 pb-6 sm:px-7">
          <DeskNotice notice={notice} />
          {actionData?.problem ? (
            <Banner tone="error" role="alert" className="mt-4">
              {actionData.problem}
            </Banner>
          ) : null}
          <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
            <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
              <InquirySections inquiry={inquiry} />
              <InquiryDocuments documents={inquiry.uploadedDocuments} />
            </div>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
              <NotesForm key={inquiry.id} inquiry={inquiry} savedBy={notesBy} answer={actionData} />
              <InquiryMails mails={mails} />
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
      </div>
      <Outlet />
    </>
  );
}

function Header({ inquiry, closeTo }: Pick<InquiryDetail, "inquiry"> & { closeTo: string }) {
  return (
    <div className="flex items-start justify-between gap-3 border-b border-line px-4 py-4 sm:px-7 sm:py-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 text-xs font-medium text-stone">
          Inquiry <span className="font-mono">{inquiry.reference}</span>
          {inquiry.isSample ? <Badge tone="sand">Sample</Badge> : null}
        </p>
        <h1 id="inquiry" dir="auto" className="mt-0.5 text-xl [overflow-wrap:anywhere] sm:text-2xl">
          {inquiry.fullName}
        </h1>
        <div className="mt-2.5 flex flex-wrap items-center gap-2">
          <StatusControl inquiry={inquiry} />
          <PriorityToggle inquiry={inquiry} words />
        </div>
      </div>
      <Link
        to={closeTo}
        className="-mr-2 inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-md px-3 font-semibold text-stone hover:bg-foam hover:text-ink"
      >
        <X aria-hidden className="size-5" />
        Close
      </Link>
    </div>
  );
}
