import { data, Form, redirect } from "react-router";
import { flash } from "~/accounts/flash.server";
import { requireStaff, requireStaffContext } from "~/accounts/staff.server";
import { activeServiceNames } from "~/catalogue/active-services.server";
import { newIdempotencyKey } from "~/core/idempotency-key";
import { typedIn } from "~/core/text-input";
import { statusOf } from "~/core/verbs/refused";
import { KnownPeople } from "~/people/known-people";
import { readForm } from "~/request-bodies/read-form.server";
import { SubmitButton } from "~/ui/button";
import { EmailInput } from "~/ui/forms/email-input";
import { Field } from "~/ui/forms/field";
import { Select } from "~/ui/forms/select";
import { TextLink } from "~/ui/link";
import { Panel } from "~/ui/lists/panel";
import { MessageBanner } from "~/ui/notices/banner";
import { useCloseTo } from "~/ui/notices/use-close-to";
import type { Route } from "./+types/new-draft";
import { beginDraftForCaller } from "./begin-draft.server";
import { readClientFacts } from "./client-facts.server";

const list = "/admin/applications";

export const meta: Route.MetaFunction = () => [{ title: "New draft · Lucaya staff" }];

/** `/admin/applications/new`: starts an application for a caller or walk-in; `?client=`: for an imported client. */
export async function loader({ request, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const [services, client] = await Promise.all([activeServiceNames(), readClientFacts(url.searchParams.get("client"))]);
  return { services, client, attempt: newIdempotencyKey() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const form = Object.fromEntries(await readForm(request));
  const result = await beginDraftForCaller(by, form);
  if (result.ok) throw redirect(`${list}/${result.id}/enter`, { headers: { "Set-Cookie": flash("draft-begun") } });
  const { message, detail } = result;
  const typed = typedIn(form, ["email", "service", "attempt"]);
  return data({ problem: message, problems: detail ?? {}, ...typed }, statusOf(result));
}

export default function NewDraft({ loaderData: { services, client, attempt }, actionData }: Route.ComponentProps) {
  const closeTo = useCloseTo(client ? `/admin/clients/${client.id}` : list, ["client"]);
  const problems = actionData?.problems ?? {};
  return (
    <Panel id="new-draft" kind="Application" title="New draft" closeTo={closeTo} className="max-w-2xl">
      <Form method="post" noValidate className="grid gap-5 px-4 py-6 sm:px-7">
        <input type="hidden" name="attempt" value={actionData?.attempt || attempt} />
        {/* The suspicious email: sending it unchanged again confirms it. */}
        <input type="hidden" name="meant" value={actionData?.email ?? ""} />
        {client ? (
          <p className="text-stone">
            For{" "}
            <TextLink to={`/admin/clients/${client.id}`}>
              <bdi>{client.name}</bdi>
            </TextLink>
            . Their name, phone and nationality are filled in. Complete the steps, then send them a link to review and
            sign.
            <input type="hidden" name="client" value={client.id} />
          </p>
        ) : (
          <p className="text-stone">
            For a caller or walk-in. Fill in what they tell you, then send them a link to review and sign.
          </p>
        )}
        {actionData && Object.keys(problems).length === 0 ? (
          <MessageBanner message={actionData.problem || "We couldn’t create the draft. Please try again."} />
        ) : null}
        <Field
          id="email"
          label="Their email address"
          hint="The link to the application goes to this address. Spell it back to them."
          error={problems.email}
          required
        >
          <EmailInput
            name="email"
            maxLength={254}
            autoComplete="off"
            defaultValue={actionData?.email ?? client?.email}
          />
        </Field>
        <KnownPeople />
        <Field id="service" label="Visa service" error={problems.service} required>
          <Select
            name="service"
            placeholder="Choose one"
            defaultValue={actionData?.service ?? client?.service ?? ""}
            options={services.map(({ slug, name }) => ({ value: slug, label: name }))}
          />
        </Field>
        <div>
          <SubmitButton busyLabel="Saving…">Create draft</SubmitButton>
        </div>
      </Form>
    </Panel>
  );
}
