import { data, Form, redirect } from "react-router";
import { requireSuperAdmin } from "~/accounts/staff.server";
import { CaseSubpage } from "~/cases/desk/subpage/case-subpage";
import { requestContext } from "~/core/request-context";
import { stripInvalidCharacters } from "~/core/text-input";
import { nassauTime } from "~/core/time";
import { statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { SubmitButton } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Textarea } from "~/ui/forms/input";
import { Banner } from "~/ui/notices/banner";
import { StaffName } from "~/ui/staff-name";
import type { Route } from "./+types/hold";
import { findCaseWithHolds, type Hold, placeHold, removeHold } from "./holds.server";
import { maxReasonLength } from "./reason-length";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Legal hold · ${loaderData?.number ?? "Application"} · Lucaya staff` },
];

/** `/admin/applications/{id}/hold`: for super admins alone. */
export async function loader({ request, params }: Route.LoaderArgs) {
  await requireSuperAdmin(request);
  const found = await findCaseWithHolds(params.id);
  if (!found) throw redirect(`/admin/applications/${params.id}`);
  return { id: params.id, ...found };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = await requireSuperAdmin(request);
  const { address, browser } = context.get(requestContext);
  const { intent, reason } = Object.fromEntries(await readForm(request));
  const verb = intent === "place" ? placeHold : intent === "remove" ? removeHold : null;
  if (!verb) throw data(null, 400);
  const done = await verb({ staff, address, browser }, { applicationId: params.id, reason });
  if (done.ok) return redirect(`/admin/applications/${params.id}/hold`);
  if (done.reason === "forbidden") throw data({ reason: "role" }, 403);
  return data({ problem: done.message, reason: stripInvalidCharacters(`${reason ?? ""}`) }, statusOf(done));
}

export default function HoldPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, isRestricted, holds } = loaderData;
  const standing = holds.find(({ removedAt }) => removedAt === null);
  const earlier = holds.filter(({ removedAt }) => removedAt !== null);
  return (
    <CaseSubpage
      id={id}
      number={number}
      title="Legal hold"
      closeTo={isRestricted ? `/admin/privacy/restricted/${id}` : undefined}
    >
      <p className="text-stone">
        While a legal hold is in place, nothing in this case is deleted, either by the nightly cleanup or on an erasure
        request.
      </p>
      {standing ? (
        <Banner tone="warning" title={`In place since ${nassauTime(standing.placedAt)}`}>
          <span className="block break-words whitespace-pre-line" dir="auto">
            {standing.reason}
          </span>
          <span className="mt-1 block text-xs text-stone">
            Placed by <StaffName name={standing.placer} email={standing.placerEmail} />
          </span>
        </Banner>
      ) : null}
      <HoldForm
        key={standing?.id ?? "none"}
        intent={standing ? "remove" : "place"}
        problem={actionData?.problem}
        reason={actionData?.reason}
      />
      {earlier.length > 0 ? <EarlierHolds holds={earlier} /> : null}
    </CaseSubpage>
  );
}

type FormProps = { intent: "place" | "remove"; problem: string | undefined; reason: string | undefined };

function HoldForm({ intent, problem, reason }: FormProps) {
  const removes = intent === "remove";
  return (
    <Form method="post" replace data-keep={`hold-${intent}`} className="grid gap-3">
      <input type="hidden" name="intent" value={intent} />
      <Field
        id="hold-reason"
        label={removes ? "Reason for removing it" : "Reason for placing it"}
        hint={`Up to ${maxReasonLength} characters. It’s kept in the activity log.`}
        error={problem}
      >
        <Textarea name="reason" rows={4} maxLength={maxReasonLength} defaultValue={reason} />
      </Field>
      <div>
        <SubmitButton busyLabel={removes ? "Removing…" : "Placing…"}>
          {removes ? "Remove the hold" : "Place a legal hold"}
        </SubmitButton>
      </div>
    </Form>
  );
}

function EarlierHolds({ holds }: { holds: readonly Hold[] }) {
  return (
    <section aria-labelledby="earlier-holds">
      <h2 id="earlier-holds" className="text-lg">
        Earlier holds
      </h2>
      <ul className="mt-2 grid gap-2">
        {holds.map((hold) => (
          <li key={hold.id} className="rounded-lg border border-line bg-mist/60 px-3.5 py-2.5">
            <p dir="auto" className="break-words whitespace-pre-line">
              {hold.reason}
            </p>
            <p className="mt-0.5 text-xs text-stone">
              Placed by <StaffName name={hold.placer} email={hold.placerEmail} />, {nassauTime(hold.placedAt)}
            </p>
            <p dir="auto" className="mt-2 break-words whitespace-pre-line">
              {hold.removalReason}
            </p>
            <p className="mt-0.5 text-xs text-stone">
              Removed by <StaffName name={hold.remover ?? ""} email={hold.removerEmail} />
              {hold.removedAt ? `, ${nassauTime(hold.removedAt)}` : ""}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
