import { Send } from "lucide-react";
import { data, Form, Link, redirect } from "react-router";
import { flash } from "~/accounts/flash.server";
import { requireStaff, requireStaffContext } from "~/accounts/staff.server";
import { nassauSoon, nassauTime } from "~/core/time";
import { statusOf } from "~/core/verbs/refused";
import { periodOf } from "~/db/data-inventory/rules";
import { kindLabel, MailStatus } from "~/mail/mail-status";
import { readForm } from "~/request-bodies/read-form.server";
import { SubmitButton } from "~/ui/button";
import { EmailText } from "~/ui/email-text";
import { SampleMark } from "~/ui/lists/badge";
import { Fact, Facts } from "~/ui/lists/facts";
import { Panel } from "~/ui/lists/panel";
import { Banner, MessageBanner } from "~/ui/notices/banner";
import { useCloseTo } from "~/ui/notices/use-close-to";
import type { Route } from "./+types/mail";
import { type MailDetail, readMail } from "./log.server";
import { resendMail } from "./resend.server";

const list = "/admin/emails";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.mail.subject || "Email"} · Lucaya staff` },
];

export async function loader({ request, params, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const mail = await readMail(params.id);
  if (!mail) throw redirect(`${list}${url.search}`);
  return { mail };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const attempt = (await readForm(request)).get("attempt");
  const result = await resendMail({ ...by, attempt }, { mailId: params.id });
  if (result.ok) return redirect(`${list}${url.search}`, { headers: { "Set-Cookie": flash("mail-resent") } });
  return data({ message: result.message }, statusOf(result));
}

export default function MailPage({ loaderData: { mail }, actionData }: Route.ComponentProps) {
  const closeTo = useCloseTo(list);
  return (
    <Panel
      id="mail"
      kind={kindLabel(mail.emailType)}
      title={mail.subject || "Text removed"}
      marks={
        <>
          <MailStatus status={mail.status} waitsUntil={mail.waitsUntil} />
          {mail.isSample ? <SampleMark /> : null}
        </>
      }
      closeTo={closeTo}
      className="max-w-5xl"
    >
      <MailFacts mail={mail} />
      <div className="grid gap-5 px-4 py-6 sm:px-7">
        <MessageBanner message={actionData?.message} />
        {mail.errorMessage ? (
          <Banner
            tone={mail.status === "failed" ? "error" : "warning"}
            title={
              mail.status === "failed" ? "This email couldn’t be sent" : "The last attempt failed. We’ll try again."
            }
          >
            <span className="[overflow-wrap:anywhere]">{mail.errorMessage}</span>
          </Banner>
        ) : null}
        {mail.waitsUntil ? (
          <Banner tone="info" title={`Waits until ${nassauSoon(mail.waitsUntil)}`}>
            Six emails to this address in an hour is the limit. This one will be sent automatically after that.
          </Banner>
        ) : null}
        {mail.outdated ? (
          <Banner tone="info" title="This email can’t be sent again">
            {mail.outdated}
          </Banner>
        ) : null}
        {mail.resendable && !mail.outdated ? (
          <Form method="post" replace className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <SubmitButton variant="outline" size="sm" busyLabel="Sending…" before={<Send aria-hidden />}>
              {mail.waitsUntil ? "Send it now" : "Send again"}
            </SubmitButton>
            <span className="text-stone">
              {mail.waitsUntil
                ? "Use this only if you know the recipient is waiting for it."
                : "Sends a new email, with a new private link, to the same address."}
            </span>
          </Form>
        ) : null}
        <Words mail={mail} />
      </div>
    </Panel>
  );
}

function MailFacts({ mail }: { mail: MailDetail }) {
  return (
    <Facts band>
      <Fact label="Recipient name">{mail.recipientName || "—"}</Fact>
      <Fact label="Recipient email">
        {mail.textRemovedAt ? "Removed with the text" : <EmailText email={mail.recipientEmail} />}
      </Fact>
      <Fact label="Type">{kindLabel(mail.emailType)}</Fact>
      <Fact label="Template">
        <span className="font-mono text-xs">{mail.templateName}</span>
      </Fact>
      <Fact label="Created">{nassauTime(mail.createdAt)}</Fact>
      <Fact label="Sent">{mail.sentAt ? nassauTime(mail.sentAt) : "Not yet"}</Fact>
      {mail.deliveredAt ? <Fact label="Delivered">{nassauTime(mail.deliveredAt)}</Fact> : null}
      <Fact label="Attempts">{mail.attempts}</Fact>
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
      <Fact label="Message-ID" className="col-span-2 lg:col-span-4">
        <span className="font-mono text-xs break-all">{mail.messageId}</span>
      </Fact>
    </Facts>
  );
}

/** The mail in a sandboxed frame, where no script runs and nothing is loaded, and its plain text version. */
function Words({ mail: { preview, textRemovedAt } }: { mail: MailDetail }) {
  if (textRemovedAt) return <p className="text-stone">{`The text was removed after ${periodOf("mailText")}.`}</p>;
  if (!preview) return <p className="text-stone">The text of this email wasn’t kept.</p>;
  return (
    <>
      <section aria-labelledby="as-sent">
        <h2 id="as-sent" className="text-lg">
          Email as sent
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
