import { data, Form, redirect, useNavigation } from "react-router";
import { requireSuperAdmin } from "~/accounts/staff.server";
import { requestContext } from "~/core/request-context";
import { stripInvalidCharacters } from "~/core/text-input";
import { calendarLongDate, nassauLongDate } from "~/core/time";
import { statusOf } from "~/core/verbs/refused";
import { formatDaysLeft } from "~/privacy/requests/days-left";
import { decideErasure } from "~/privacy/requests/decide-erasure.server";
import { type ListedRequest, readErasureRequest } from "~/privacy/requests/read-requests.server";
import { readForm } from "~/request-bodies/read-form.server";
import { Button, ButtonLink, SubmitButton } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Textarea } from "~/ui/forms/input";
import { TextLink } from "~/ui/link";
import { Banner, MessageBanner } from "~/ui/notices/banner";
import { QuestionDialog } from "~/ui/notices/question-dialog";
import type { Route } from "./+types/request";
import { describeCovered } from "./requests";

export const meta: Route.MetaFunction = () => [{ title: "Erasure request · Lucaya staff" }];

const pathOf = (id: string) => `/admin/privacy/requests/${id}`;

/** `/admin/privacy/requests/{id}`: an erasure request, and a super admin's decision on it. */
export async function loader({ request, url, params }: Route.LoaderArgs) {
  await requireSuperAdmin(request);
  const found = await readErasureRequest(params.id);
  if (!found) throw redirect("/admin/privacy");
  const mayErase = found.state === "open" && found.keeping.is === "free" && !found.isHeld;
  return { found, asked: mayErase && url.searchParams.get("ask") === "erase" };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = await requireSuperAdmin(request);
  const form = await readForm(request);
  const [decision, reason] = [String(form.get("decision") ?? ""), String(form.get("reason") ?? "")];
  const by = { staff, address: context.get(requestContext).address };
  // An erasure can't be undone, so it requires a confirmation.
  if (decision === "erase" && form.get("sure") !== "yes") throw redirect(`${pathOf(params.id)}?ask=erase`);
  const decided = await decideErasure(by, { requestId: params.id, decision, reason });
  if (decided.ok) throw redirect("/admin/privacy");
  if (decided.reason === "forbidden") throw data({ reason: "role" }, 403);
  return data({ message: decided.message, decision, reason: stripInvalidCharacters(reason) }, statusOf(decided));
}

export default function ErasureRequest({ loaderData: { found, asked }, actionData }: Route.ComponentProps) {
  const problemOf = (decision: string) => (actionData?.decision === decision ? actionData.message : undefined);
  return (
    <>
      {asked ? <ConfirmErasure id={found.id} label={found.subject.label} /> : null}
      <p>
        <TextLink to="/admin/privacy">Privacy</TextLink>
      </p>
      <h1 className="mt-2 text-3xl">Erasure request</h1>
      <Facts found={found} />
      {found.state === "open" ? (
        <div className="mt-8 grid max-w-2xl gap-10">
          <Erase found={found} problem={problemOf("erase")} />
          {found.keeping.is === "kept" ? (
            <Restrict until={found.keeping.until} problem={problemOf("restrict")} />
          ) : null}
          <Refuse problem={problemOf("refuse")} reason={actionData?.reason ?? ""} />
        </div>
      ) : (
        <Banner tone="info" className="mt-6">
          This request has been decided and is being carried out.
        </Banner>
      )}
    </>
  );
}

function Facts({ found }: { found: ListedRequest }) {
  const { subject, email, reason, askedAt, daysLeft } = found;
  const rows = [
    ["Covers", `${subject.label} (${describeCovered(found)})`],
    ["Asked by", email],
    ["Asked on", `${nassauLongDate(askedAt)} · ${formatDaysLeft(daysLeft)}`],
    ["Their reason", reason || "None given"],
  ] as const;
  return (
    <dl className="mt-5 grid max-w-3xl gap-x-6 gap-y-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-stone">{label}</dt>
          <dd className="wrap-anywhere whitespace-pre-line" dir="auto">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Decide({ decision, label }: { decision: string; label: string }) {
  const busy = useNavigation().formMethod === "POST";
  return (
    <Button type="submit" name="decision" value={decision} busy={busy} variant="outline" className="justify-self-start">
      {label}
    </Button>
  );
}

function Erase({ found, problem }: { found: ListedRequest; problem: string | undefined }) {
  const { keeping, isHeld } = found;
  return (
    <section aria-labelledby="erase" className="grid gap-3">
      <h2 id="erase" className="text-xl">
        Erase
      </h2>
      <MessageBanner message={problem} />
      {isHeld ? <p>This case has a legal hold, so nothing in it can be erased.</p> : null}
      {keeping.is === "kept" ? (
        <p>This must be kept until {calendarLongDate(keeping.until)}. It can be restricted.</p>
      ) : keeping.is === "open" ? (
        <p>Close the case before you decide.</p>
      ) : (
        <>
          <p className="text-stone">
            Everything is permanently erased: answers, files, messages, emails, notes and their encryption key. Only the
            number and dates are kept. The person is notified.
          </p>
          <ButtonLink
            to={`${pathOf(found.id)}?ask=erase`}
            preventScrollReset
            variant="danger"
            className="justify-self-start"
          >
            Erase
          </ButtonLink>
        </>
      )}
    </section>
  );
}

function ConfirmErasure({ id, label }: { id: string; label: string }) {
  return (
    <QuestionDialog
      title="Erase permanently?"
      description={<span className="wrap-anywhere">{label}. This can’t be recovered, not even from a backup.</span>}
      back={pathOf(id)}
      form={
        <Form method="post" action={pathOf(id)} replace>
          <input type="hidden" name="decision" value="erase" />
          <input type="hidden" name="sure" value="yes" />
          <SubmitButton variant="danger" busyLabel="Erasing…">
            Yes, erase permanently
          </SubmitButton>
        </Form>
      }
    />
  );
}

function Restrict({ until, problem }: { until: string; problem: string | undefined }) {
  return (
    <Form method="post" className="grid gap-3">
      <h2 className="text-xl">Restrict</h2>
      <MessageBanner message={problem} />
      <p className="text-stone">
        The case is hidden from all lists, searches, people, exports and reports until {calendarLongDate(until)}, and
        erased on that date. The person is notified.
      </p>
      <Decide decision="restrict" label="Restrict" />
    </Form>
  );
}

function Refuse({ problem, reason }: { problem: string | undefined; reason: string }) {
  return (
    <Form method="post" className="grid gap-3">
      <h2 className="text-xl">Refuse</h2>
      <p className="text-stone">
        Nothing is erased. The person is told your reason, until when the law requires us to keep the data, and that
        they can complain.
      </p>
      <Field
        id="reason"
        label="Reason"
        hint="Shown to the person by email and on the application’s page."
        error={problem}
        required
      >
        <Textarea name="reason" rows={4} maxLength={1000} defaultValue={reason} dir="auto" />
      </Field>
      <Decide decision="refuse" label="Refuse" />
    </Form>
  );
}
