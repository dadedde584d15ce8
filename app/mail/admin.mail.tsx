import { Send, X } from "lucide-react";
import type { ReactNode } from "react";
import { data, Form, Link, redirect, useNavigation } from "react-router";
import { EmailText } from "~/accounts/email-text";
import { flash } from "~/accounts/flash.server";
import { nassauTime } from "~/accounts/nassau-time";
import { requireStaff } from "~/accounts/staff.server";
import { Badge } from "~/ui/badge";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { useCloseTo } from "~/ui/use-close-to";
import { visitContext } from "~/visit";
import type { Route } from "./+types/admin.mail";
import { kindLabel, MailStatus } from "./mail-status";
import { resendMail } from "./resend.server";
import { type MailDetail, readMail } from "./staff-log.server";

const list = "/admin/emails";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.mail.subject ?? "Email"} · Lucaya staff` },
];

export async function loader({ request, params, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const mail = await readMail(params.id);
  if (!mail) throw redirect(`${list}${url.search}`);
  return { mail };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const { address } = context.get(visitContext);
  const result = await resendMail({ staff, address }, { mailId: params.id });
  if (result.ok) return redirect(`${list}${url.search}`, { headers: { "Set-Cookie": flash("mail-resent") } });
  return data({ message: result.message }, result.status);
}

export default function MailPage({ loaderData: { mail }, actionData }: Route.ComponentProps) {
  const closeTo = useCloseTo(list);
  const busy = useNavigation().formMethod === "POST";
  return (
    <div
      role="dialog"
      aria-labelledby="mail"
      className="mx-auto max-w-5xl rounded-2xl bg-white shadow-md ring-1 ring-line max-sm:-mx-4 max-sm:-my-6 max-sm:rounded-none"
    >
      <div className="flex items-start justify-between gap-3 border-b border-line px-4 py-4 sm:px-7 sm:py-5">
        <div className="min-w-0">
          <p className="text-xs font-medium text-stone">{kindLabel(mail.emailType)}</p>
          <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-2">
            <h1 id="mail" className="text-xl [overflow-wrap:anywhere] sm:text-2xl">
              {mail.subject}
            </h1>
            <MailStatus status={mail.status} />
            {mail.isSample ? <Badge tone="sand">Sample</Badge> : null}
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
      <Facts mail={mail} />
      <div className="grid gap-5 px-4 py-6 sm:px-7">
        {actionData ? (
          <Banner tone="error" role="alert">
            {actionData.message}
          </Banner>
        ) : null}
        {mail.errorMessage ? (
          <Banner tone={mail.status === "failed" ? "error" : "warning"} title="What the last try said">
            <span className="[overflow-wrap:anywhere]">{mail.errorMessage}</span>
          </Banner>
        ) : null}
        {mail.resendable ? (
          <Form method="post" replace className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button
              type="submit"
              variant="outline"
              size="sm"
              busy={busy}
              busyLabel="Sending…"
              before={<Send aria-hidden />}
            >
              Send again
            </Button>
            <span className="text-stone">A new email to the same address; its private link is a new one.</span>
          </Form>
        ) : null}
        <Words mail={mail} />
      </div>
    </div>
  );
}

function Facts({ mail }: { mail: MailDetail }) {
  return (
    <dl className="grid grid-cols-1 gap-x-8 gap-y-4 border-b border-line bg-mist/60 px-4 py-5 sm:grid-cols-2 sm:px-7 lg:grid-cols-4">
      <Fact label="Recipient name">{mail.recipientName || "—"}</Fact>
      <Fact label="Recipient email">
        <EmailText email={mail.recipientEmail} />
      </Fact>
      <Fact label="Type">{kindLabel(mail.emailType)}</Fact>
      <Fact label="Template">
        <span className="font-mono text-xs">{mail.templateName}</span>
      </Fact>
      <Fact label="Created">{nassauTime(mail.createdAt)}</Fact>
      <Fact label="Sent">{mail.sentAt ? nassauTime(mail.sentAt) : "Not yet"}</Fact>
      {mail.deliveredAt ? <Fact label="Delivered">{nassauTime(mail.deliveredAt)}</Fact> : null}
      <Fact label="Tries">{mail.attempts}</Fact>
      <Fact label="About">
        {mail.applicationId && mail.applicationNumber ? (
          <Link
            to={`/admin/applications/${mail.applicationId}`}
            className="rounded-xs font-mono text-xs text-sea-ink underline underline-offset-2"
          >
            {mail.applicationNumber}
          </Link>
        ) : mail.contactInquiryId ? (
          <Link
            to={`/admin/inquiries/${mail.contactInquiryId}`}
            className="rounded-xs text-sea-ink underline underline-offset-2"
          >
            An inquiry
          </Link>
        ) : (
          "—"
        )}
      </Fact>
      <Fact label="Message-ID" wide>
        <span className="font-mono text-xs break-all">{mail.messageId}</span>
      </Fact>
    </dl>
  );
}

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? "min-w-0 sm:col-span-2 lg:col-span-4" : "min-w-0"}>
      <dt className="text-xs font-medium text-stone">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

/** The mail in a frame in which no script runs and nothing is loaded, and as its readers without HTML get it. */
function Words({ mail: { preview } }: { mail: MailDetail }) {
  if (!preview) return <p className="text-stone">The words of this email are not kept.</p>;
  return (
    <>
      <section aria-labelledby="as-sent">
        <h2 id="as-sent" className="text-lg">
          As it is sent
        </h2>
        <iframe
          sandbox=""
          srcDoc={preview.html}
          title="The email"
          className="mt-3 h-[44rem] w-full rounded-lg border border-line bg-white"
        />
      </section>
      <details>
        <summary className="w-fit cursor-pointer rounded-xs py-1 font-semibold text-sea-ink hover:underline">
          As plain text
        </summary>
        <pre className="mt-2 overflow-x-auto rounded-lg border border-line bg-mist p-4 font-mono text-xs whitespace-pre-wrap">
          {preview.text}
        </pre>
      </details>
    </>
  );
}
