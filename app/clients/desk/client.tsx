import { FilePlus2, PencilLine } from "lucide-react";
import { data, Form, Outlet, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from "react-router";
import { OwnActivity } from "~/accounts/activity/entries";
import { activityOf } from "~/accounts/activity/read.server";
import { flash, readFlash } from "~/accounts/flash.server";
import { requireStaff, type StaffContext } from "~/accounts/staff.server";
import { changeClient } from "~/clients/change-client.server";
import {
  addClientKeyDate,
  changeClientKeyDate,
  removeClientKeyDate,
  settleClientKeyDate,
  undoClientSettlement,
} from "~/clients/change-key-dates.server";
import {
  basisLabels,
  type ClientField,
  type ClientProblems,
  type ClientValues,
  clientFields,
  clientMessages,
  clientPath,
  clientReference,
  emptyClient,
  importedOn,
} from "~/clients/client";
import { setClientReminders } from "~/clients/set-reminders.server";
import { mailLink } from "~/content/settings/contact-links";
import { countryList } from "~/core/countries.server";
import { newIdempotencyKey } from "~/core/idempotency-key";
import { telephoneLink } from "~/core/phones/phone-link";
import { requestContext } from "~/core/request-context";
import { stripInvalidCharacters } from "~/core/text-input";
import { nassauDay } from "~/core/time";
import { statusOf } from "~/core/verbs/refused";
import type { KeyDateInput } from "~/key-dates/key-date";
import { readKeyDateForm } from "~/key-dates/read-form";
import { PersonLink } from "~/people/person-link";
import { personOf } from "~/people/person-of.server";
import { readForm } from "~/request-bodies/read-form.server";
import { Flag } from "~/ui/brand/flag";
import { Button, ButtonLink } from "~/ui/button";
import { EditorFold } from "~/ui/editor-fold";
import { EmailText } from "~/ui/email-text";
import { Checkbox } from "~/ui/forms/checkbox";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { SampleMark } from "~/ui/lists/badge";
import { Fact, Facts } from "~/ui/lists/facts";
import { Panel } from "~/ui/lists/panel";
import { Banner } from "~/ui/notices/banner";
import { useCloseTo } from "~/ui/notices/use-close-to";
import { StaffName } from "~/ui/staff-name";
import type { Route } from "./+types/client";
import { readClient } from "./detail.server";
import { ClientFields } from "./fields";
import { ClientKeyDates, type KeyDateAnswer } from "./key-dates";

const list = "/admin/people";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.client.name ?? "Client"} · Lucaya staff` },
];

/** `/admin/clients/{id}`: a client taken over from elsewhere, with its key dates. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const staff = await requireStaff(request);
  const detail = await readClient(params.id);
  if (!detail) throw redirect(list);
  const [person, activity] = await Promise.all([personOf("client", params.id), activityOf(staff, "client", params.id)]);
  const { notice, headers } = readFlash(request);
  const page = { person, activity, countries: countryList, attempt: newIdempotencyKey(), today: nassauDay() };
  return data({ ...detail, ...page, isSaved: notice === "client-saved" }, { headers });
}

type Answer = { intent: string; message: string; problems: ClientProblems; values: ClientValues; date?: KeyDateAnswer };

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const { address } = context.get(requestContext);
  const sent = await readForm(request);
  const form = Object.fromEntries(sent);
  const by = { staff, address };
  const input = { ...form, clientId: params.id };
  if (`${form.intent}`.endsWith("-date")) return handleKeyDate(by, input, sent);
  const result = await write(by, input);
  if (result.ok) throw redirect(clientPath(params.id), { headers: { "Set-Cookie": flash("client-saved") } });
  const text = (name: string) => stripInvalidCharacters(`${form[name] ?? ""}`);
  const values = Object.fromEntries(Object.keys(clientFields).map((name) => [name, text(name)])) as ClientValues;
  const { detail: problems = {}, message } = result;
  return data<Answer>({ intent: text("intent"), message, problems, values }, statusOf(result));
}

function write(by: StaffContext, { intent, ...input }: Record<string, unknown>) {
  if (intent === "correct") return changeClient(by, input);
  if (intent === "reminders") return setClientReminders(by, input);
  throw data(null, 400);
}

/** The forms about key dates. */
async function handleKeyDate(by: StaffContext, input: { clientId: string }, sent: FormData) {
  const typed = readKeyDateForm(sent);
  const text = (name: string) => stripInvalidCharacters(`${sent.get(name) ?? ""}`);
  const result = await writeKeyDate(by, text("intent"), { ...input, keyDate: typed });
  const { clientId } = input;
  if (result.ok) throw redirect(clientPath(clientId), { headers: { "Set-Cookie": flash("client-saved") } });
  const date: KeyDateAnswer = {
    ...{ intent: text("intent"), keyDateId: text("keyDateId"), attempt: text("attempt"), typed },
    ...{ message: result.message || clientMessages.failed, problems: result.detail ?? {} },
  };
  return data<Answer>({ intent: "", message: "", problems: {}, values: emptyClient, date }, statusOf(result));
}

type SentDate = { clientId: unknown; attempt: unknown; keyDateId: unknown; revision: unknown; keyDate: KeyDateInput };

function writeKeyDate(
  by: StaffContext,
  intent: string,
  input: Partial<SentDate> & Pick<SentDate, "clientId" | "keyDate">,
) {
  const sent: SentDate = { attempt: undefined, keyDateId: undefined, revision: undefined, ...input };
  switch (intent) {
    case "add-date":
      return addClientKeyDate(by, sent);
    case "change-date":
      return changeClientKeyDate(by, sent);
    case "remove-date":
      return removeClientKeyDate(by, sent);
    case "settle-date":
      return settleClientKeyDate(by, sent);
    case "unsettle-date":
      return undoClientSettlement(by, sent);
    default:
      throw data(null, 400);
  }
}

/** Also after a refusal: the forms contain the revision that was seen. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === "POST" || defaultShouldRevalidate;

export default function ClientPage({ loaderData, actionData }: Route.ComponentProps) {
  const { client, service, services, person, activity, isSaved } = loaderData;
  const answer: Answer | undefined = actionData;
  const closeTo = useCloseTo(list);
  const isExplained = Object.keys(answer?.problems ?? {}).length > 0;
  const isOffered = services.some(({ id, isActive }) => id === client.serviceId && isActive);
  return (
    <>
      <Panel
        key={client.id}
        id="client"
        kind={
          <>
            Imported client <span className="font-mono">{clientReference(client.id)}</span>
            {client.isSample ? <SampleMark /> : null}
          </>
        }
        title={client.name}
        controls={
          <>
            <PersonLink person={person} />
            <ButtonLink to={`/admin/applications/new?client=${client.id}`} size="sm" before={<FilePlus2 aria-hidden />}>
              New draft
            </ButtonLink>
          </>
        }
        closeTo={closeTo}
        className="max-w-5xl"
      >
        <Facts band>
          <Fact label="Email">
            {client.email ? (
              <a href={mailLink(client.email)} className={link}>
                <EmailText email={client.email} />
              </a>
            ) : (
              none
            )}
          </Fact>
          <Fact label="Phone">
            {client.phone ? (
              <a href={telephoneLink(client.phone)} className={link}>
                {client.phone}
              </a>
            ) : (
              none
            )}
          </Fact>
          <Fact label="Nationality">
            <Nationality code={client.nationality} countries={loaderData.countries} />
          </Fact>
          <Fact label="Visa service">
            {service ?? none}
            {service && !isOffered ? <span className="text-stone"> (inactive)</span> : null}
          </Fact>
        </Facts>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 px-4 py-6 sm:px-7 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
            {isSaved ? (
              <Banner tone="success" role="status">
                The change is saved.
              </Banner>
            ) : null}
            {answer && !answer.date && !isExplained ? (
              <Banner tone="error" role="alert" title={answer.message || clientMessages.failed} />
            ) : null}
            <ClientKeyDates
              dates={loaderData.dates}
              attempt={loaderData.attempt}
              today={loaderData.today}
              answer={answer?.date}
            />
            <Correct {...loaderData} answer={answer?.intent === "correct" ? answer : undefined} />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
            <Reminders {...loaderData} />
            <Origin {...loaderData} />
            <OwnActivity {...activity} subject={clientReference(client.id)} />
            <div className="border-t border-line pt-5">
              <ButtonLink
                to={`${clientPath(client.id)}/delete`}
                preventScrollReset
                variant="outline"
                size="sm"
                className="border-error! text-error!"
              >
                Remove client
              </ButtonLink>
            </div>
          </div>
        </div>
      </Panel>
      <Outlet />
    </>
  );
}

const link =
  "inline-flex min-h-6 items-center rounded-xs text-sea-ink underline decoration-1 underline-offset-2 hover:decoration-2";
/** Of what is not known. */
const none = "—";

type Loaded = Route.ComponentProps["loaderData"];

function Nationality({ code, countries }: { code: string | null; countries: Loaded["countries"] }) {
  const country = countries.find((candidate) => candidate.code === code);
  if (code === null) return none;
  return (
    <span className="inline-flex items-center gap-2">
      <Flag code={code} />
      {country?.name ?? code}
    </span>
  );
}

function Correct({
  client,
  services,
  countries,
  answer,
}: Pick<Loaded, "client" | "services" | "countries"> & { answer: Answer | undefined }) {
  const busy = useNavigation().formData?.get("intent") === "correct";
  const problems = answer?.problems ?? {};
  const stored: ClientValues = {
    ...{ name: client.name, email: client.email, phone: client.phone, reference: client.reference },
    ...{ nationality: client.nationality ?? "", service: client.serviceId ?? "" },
  };
  return (
    <EditorFold
      key={client.revision}
      title="Correct details"
      before={<PencilLine aria-hidden />}
      opens={answer !== undefined}
      className="border-t border-line pt-5"
    >
      <Form
        method="post"
        noValidate
        preventScrollReset
        data-keep={`client-${client.id}`}
        className="grid gap-5 rounded-lg border border-line bg-mist/60 p-4"
      >
        <input type="hidden" name="revision" value={client.revision} />
        <ErrorSummary
          title={clientMessages.invalid}
          errors={Object.entries(problems).map(([id, message]) => ({
            id,
            message: `${clientFields[id as ClientField]}: ${message}`,
          }))}
          className="bg-white"
        />
        <ClientFields
          key={answer ? "typed" : "stored"}
          values={answer?.values ?? stored}
          problems={problems}
          services={services}
          countries={countries}
        />
        <div>
          <Button type="submit" name="intent" value="correct" size="sm" busy={busy} busyLabel="Saving…">
            Save details
          </Button>
        </div>
      </Form>
    </EditorFold>
  );
}

function Reminders({ client }: Pick<Loaded, "client">) {
  const busy = useNavigation().formData?.get("intent") === "reminders";
  return (
    <section aria-labelledby="reminders">
      <h2 id="reminders" className="text-lg">
        Reminders
      </h2>
      {client.email ? (
        <Form method="post" preventScrollReset className="mt-1 grid gap-2">
          <input type="hidden" name="revision" value={client.revision} />
          <Checkbox
            key={client.revision}
            id="reminded"
            name="reminded"
            value="yes"
            size="sm"
            defaultChecked={client.isReminded}
            label="Remind this client by email"
            hint="Before each key date, until they stop it. Without it, the desk alone is told."
          />
          <div>
            <Button
              type="submit"
              name="intent"
              value="reminders"
              variant="outline"
              size="sm"
              busy={busy}
              busyLabel="Saving…"
            >
              Save reminders
            </Button>
          </div>
        </Form>
      ) : (
        <p className="mt-1 text-stone">Without an email address, they can’t be reminded. The desk alone is told.</p>
      )}
    </section>
  );
}

function Origin({ client, basis, source, importedBy, importedByName, fileName }: Loaded) {
  return (
    <section aria-labelledby="origin">
      <h2 id="origin" className="text-lg">
        {importedOn(client.createdAt)}
      </h2>
      <Facts className="mt-2 gap-y-3!">
        {client.reference ? <Fact label="Your reference">{client.reference}</Fact> : null}
        <Fact label="Legal basis">{basis ? basisLabels[basis] : none}</Fact>
        <Fact label="Source">{source || none}</Fact>
        <Fact label="Imported by">
          <StaffName name={importedByName} email={importedBy} />
        </Fact>
        <Fact label="File">
          {fileName}, line {client.line.toLocaleString("en-US")}
        </Fact>
      </Facts>
    </section>
  );
}
