import { ArrowLeft } from "lucide-react";
import { data, Form, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { flash, type Notice, readFlash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { requestContext } from "~/core/request-context";
import { stripInvalidCharacters } from "~/core/text-input";
import { nassauTime } from "~/core/time";
import { type Refused, statusOf } from "~/core/verbs/refused";
import { SentFiles } from "~/documents/sent-files";
import { ReceivedRest } from "~/mail/received/received-parts";
import { readForm } from "~/request-bodies/read-form.server";
import { Button, ButtonLink } from "~/ui/button";
import { EmailText } from "~/ui/email-text";
import { Fold } from "~/ui/fold";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { TextLink } from "~/ui/link";
import { Badge } from "~/ui/lists/badge";
import { Pagination } from "~/ui/lists/pagination";
import { Banner } from "~/ui/notices/banner";
import { EmptyState } from "~/ui/notices/empty-state";
import { unbroken } from "~/ui/unbroken";
import type { Route } from "./+types/unverified";
import { discardReceivedMail, putReceivedMail, tryReceivedMailAgain } from "./decide.server";
import { listUnverified, type UnverifiedMail } from "./unverified.server";

const path = "/admin/emails/unverified";
const pageNumber = z.coerce.number().int().min(1).max(10_000).catch(1);

export const meta: Route.MetaFunction = () => [{ title: "Unverified replies · Lucaya staff" }];

/** `/admin/emails/unverified`: received emails that staff put into a thread or discard. */
export async function loader({ request, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const page = pageNumber.parse(url.searchParams.get("page") ?? 1);
  const { notice, headers } = readFlash(request);
  return data({ ...(await listUnverified(page)), page, notice }, { headers });
}

const noticeTexts: Partial<Record<Notice, string>> = {
  "email-put": "The email was put into the thread.",
  "email-discarded": "The email was discarded.",
  "email-tried-again": "We’ll try to save the email again within a minute or two.",
};

type Result = {
  /** The email that the refused form is about, what was typed, and why it was refused. */
  mailId: string;
  number: string | null;
  problem: string;
};

export async function action({ request, url, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const { address } = context.get(requestContext);
  const form = await readForm(request);
  const { intent, ...input } = Object.fromEntries(form);
  const by = { staff, address };
  if (intent === "put") {
    const result = await putReceivedMail(by, input);
    if (result.ok) throw done("email-put", url);
    return refused(form, result);
  }
  if (intent === "again") {
    const result = await tryReceivedMailAgain(by, input);
    if (result.ok) throw done("email-tried-again", url);
    return refused(form, result);
  }
  if (intent === "discard") {
    const result = await discardReceivedMail(by, input);
    if (result.ok) throw done("email-discarded", url);
    return refused(form, result);
  }
  throw data(null, 400);
}

const done = (notice: Notice, { search }: URL) =>
  redirect(`${path}${search}`, { headers: { "Set-Cookie": flash(notice) } });

function refused(form: FormData, result: Refused) {
  const number = form.has("number") ? stripInvalidCharacters(String(form.get("number"))) : null;
  return data<Result>({ mailId: String(form.get("mailId")), number, problem: result.message ?? "" }, statusOf(result));
}

export default function Unverified({ loaderData, actionData }: Route.ComponentProps) {
  const { mails, page, notice, isLast, waiting } = loaderData;
  const isShown = mails.some(({ id }) => id === actionData?.mailId);
  const answered = notice ? noticeTexts[notice] : undefined;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-2xl sm:text-3xl">Unverified replies</h1>
          <p className="mt-1 max-w-prose text-stone">
            We couldn’t tell for certain whose emails these are, or couldn’t save them. Put each into a thread or
            discard it. Nobody outside is notified. After 30 days they are deleted here.
          </p>
          {waiting > 0 ? (
            <p className="mt-2 max-w-prose font-semibold">
              This list is full. It has room for 1,000 emails and 2 GB of files.{" "}
              {waiting === 1 ? "1 more email waits" : `${waiting.toLocaleString("en-US")} more emails wait`} until some
              of these are decided.
            </p>
          ) : null}
        </div>
        <ButtonLink to="/admin/emails" variant="outline" size="sm" before={<ArrowLeft aria-hidden />}>
          Emails
        </ButtonLink>
      </div>
      {answered ? (
        <Banner tone="success" role="alert" className="mt-4">
          {answered}
        </Banner>
      ) : null}
      {actionData && !isShown ? (
        <Banner tone="error" role="alert" className="mt-4">
          {actionData.problem}
        </Banner>
      ) : null}
      {mails.length > 0 ? (
        <ol aria-label="Unverified replies, newest first" className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
          {mails.map((mail) => (
            <Mail key={mail.id} mail={mail} result={actionData?.mailId === mail.id ? actionData : undefined} />
          ))}
        </ol>
      ) : (
        <div className="mt-4 rounded-xl bg-white shadow-xs ring-1 ring-line">
          <EmptyState title="No unverified replies" seed="emails">
            Emails that we can’t match appear here.
          </EmptyState>
        </div>
      )}
      <Pagination
        label="Unverified replies"
        previous={page > 1 ? `${path}?page=${page - 1}` : undefined}
        next={isLast ? undefined : `${path}?page=${page + 1}`}
        className={page > 1 || !isLast ? "mt-4" : "hidden"}
      />
    </>
  );
}

/** Longer texts are folded, so that the forms of the next email stay within reach. */
const longText = 1500;

function Mail({ mail, result }: { mail: UnverifiedMail; result: Result | undefined }) {
  const { id, sender, senderName, subject, receivedAt, reason, body, isTooLarge, unsaved, named, files, rest } = mail;
  const title = `mail-${id}`;
  return (
    <li className="min-w-0 rounded-xl bg-white px-4 py-4 shadow-xs ring-1 ring-line sm:px-5">
      <article aria-labelledby={title}>
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h2 id={title} dir="auto" className="min-w-0 font-sans text-base font-semibold tracking-normal wrap-anywhere">
            {subject || "(no subject)"}
          </h2>
          <Badge tone="orange">{reason}</Badge>
        </div>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-stone">
          <span className="min-w-0 wrap-anywhere">
            {senderName ? (
              <>
                <bdi className="font-medium text-ink">{senderName}</bdi>{" "}
              </>
            ) : null}
            {sender ? <EmailText email={sender} /> : "Unknown sender"}
          </span>
          <time dateTime={receivedAt} className="tabular-nums">
            {nassauTime(receivedAt)}
          </time>
        </p>
        {isTooLarge ? (
          <p className="mt-3 text-stone">This email was too large, so only its sender and subject were read.</p>
        ) : unsaved ? (
          <p className="mt-3 max-w-prose">
            {unsavedTexts[unsaved]}
            {named ? (
              <>
                {" "}
                It was sent to <TextLink to={named.to}>{unbroken(named.label)}</TextLink>.
              </>
            ) : null}
          </p>
        ) : (
          <Body text={body} />
        )}
        {files.length > 0 ? <SentFiles files={files} /> : null}
        <div className="max-w-prose">
          <ReceivedRest mail={rest} />
        </div>
        <Decisions mail={mail} result={result} />
      </article>
    </li>
  );
}

/** Of an email that couldn’t be saved: where it is, and what staff can do. */
const unsavedTexts: Record<NonNullable<UnverifiedMail["unsaved"]>, string> = {
  waiting:
    "We couldn’t save this email in five tries. It’s unread in the mailbox of replies. Open it there and answer it, or try again here.",
  trying: "We couldn’t save this email. We’ll try again within a minute or two. It leaves this list once it’s saved.",
  gone: "We couldn’t save this email, and someone has deleted it from the mailbox. Ask its sender to send it again.",
  posted:
    "We couldn’t save this email. Your mail service sends it again, or returns it to its sender. It leaves this list once it’s saved.",
  former: "We couldn’t save this email. It’s unread in a mailbox that is no longer read. Open it there.",
};

function Body({ text }: { text: string }) {
  if (!text) return <p className="mt-3 text-stone">(no text)</p>;
  const words = (
    <p dir="auto" className="mt-3 max-w-prose wrap-anywhere whitespace-pre-wrap">
      {text}
    </p>
  );
  return text.length > longText ? (
    <Fold title={`${text.slice(0, 200).replace(/\s+/g, " ")}…`} className="mt-3 max-w-prose">
      {words}
    </Fold>
  ) : (
    words
  );
}

function Decisions({
  mail: { id, named, sender, unsaved },
  result,
}: {
  mail: UnverifiedMail;
  result: Result | undefined;
}) {
  const data = useNavigation().formData;
  const isBusy = (intent: string, isNamed: boolean) =>
    data?.get("mailId") === id && data.get("intent") === intent && data.has("named") === isNamed;
  const ofNumber = result?.number !== null;
  const field = `number-${id}`;
  return (
    <div className="mt-4 grid gap-3 border-t border-line pt-4">
      {result && !ofNumber ? (
        <Banner tone="error" role="alert">
          {result.problem}
        </Banner>
      ) : null}
      {unsaved === "waiting" ? (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="mailId" value={id} />
          <input type="hidden" name="named" value="yes" />
          <Button type="submit" name="intent" value="again" size="sm" busy={isBusy("again", true)} busyLabel="Saving…">
            Try again<span className="sr-only"> to save the email of {sender}</span>
          </Button>
        </Form>
      ) : null}
      {named && !unsaved ? (
        <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <input type="hidden" name="mailId" value={id} />
          <input type="hidden" name="named" value="yes" />
          <Button type="submit" name="intent" value="put" size="sm" busy={isBusy("put", true)} busyLabel="Putting…">
            Put into {unbroken(named.label)}
          </Button>
          <TextLink to={named.to}>Open it</TextLink>
        </Form>
      ) : null}
      {unsaved ? null : (
        <Form method="post" preventScrollReset noValidate className="flex flex-wrap items-end gap-3">
          <input type="hidden" name="mailId" value={id} />
          <Field
            id={field}
            label={named ? "Another case or inquiry" : "Case or inquiry"}
            hint={unbroken("Its number or reference, such as 3F2B9C5E-111")}
            size="sm"
            error={result && ofNumber ? result.problem : undefined}
            className="w-full sm:w-88"
          >
            <Input name="number" size="sm" record defaultValue={result?.number ?? ""} />
          </Field>
          <Button
            type="submit"
            name="intent"
            value="put"
            size="sm"
            variant="outline"
            busy={isBusy("put", false)}
            busyLabel="Putting…"
          >
            Put into
            <span className="sr-only"> this case or inquiry</span>
          </Button>
        </Form>
      )}
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-md text-sm font-semibold text-error hover:underline">
          Discard
          <span className="sr-only"> the email of {sender}</span>
        </summary>
        <Form method="post" preventScrollReset className="grid justify-items-start gap-2 pt-1">
          <input type="hidden" name="mailId" value={id} />
          <p className="text-sm">
            {unsaved === "posted"
              ? "It leaves this list. We’ll still save it if your mail service sends it again."
              : unsaved
                ? "It leaves this list and is not tried again."
                : "Its text and files are deleted at once."}{" "}
            This can’t be undone.
          </p>
          <Button
            type="submit"
            name="intent"
            value="discard"
            size="sm"
            variant="danger"
            busy={isBusy("discard", false)}
            busyLabel="Discarding…"
          >
            Discard email
          </Button>
        </Form>
      </details>
    </div>
  );
}
