import { FilePlus2, PencilLine } from "lucide-react";
import { data, Form, Outlet, redirect } from "react-router";
import { OwnActivity } from "~/accounts/activity/entries";
import { activityOf } from "~/accounts/activity/read.server";
import { flash, readFlash } from "~/accounts/flash.server";
import { requireStaff, requireStaffContext, type StaffContext } from "~/accounts/staff.server";
import { changeClient } from "~/clients/change-client.server";
import {
  addClientKeyDate,
  correctClientKeyDate,
  removeClientKeyDate,
  settleClientKeyDate,
  unsettleClientKeyDate,
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
import { revalidateAfterPost } from "~/core/revalidate";
import { typedIn } from "~/core/text-input";
import { nassauDay } from "~/core/time";
import { statusOf } from "~/core/verbs/refused";
import { type KeyDateAnswer, type KeyDateNames, KeyDates } from "~/key-dates/key-date-forms";
import { readKeyDateForm } from "~/key-dates/read-form";
import { PersonLink } from "~/people/person-link";
import { personOf } from "~/people/person-of.server";
import { readForm } from "~/request-bodies/read-form.server";
import { Flag } from "~/ui/brand/flag";
import { ButtonLink, SubmitButton } from "~/ui/button";
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
  const by = await requireStaffContext(request, context);
  const sent = await readForm(request);
  const form = Object.fromEntries(sent);
  const input = { ...form, clientId: params.id };
  if (`${form.intent}`.endsWith("-date")) return handleKeyDate(by, params.id, sent);
  const result = await write(by, input);
  if (result.ok) throw redirect(clientPath(params.id), { headers: { "Set-Cookie": flash("client-saved") } });
  const values = typedIn(form, Object.keys(clientFields) as ClientField[]);
  const { detail: problems = {}, message } = result;
  return data<Answer>({ intent: `${form.intent}`, message, problems, values }, statusOf(result));
}

function write(by: StaffContext, { intent, ...input }: Record<string, unknown>) {
  if (intent === "correct") return changeClient(by, input);
  if (intent === "reminders") return setClientReminders(by, input);
  throw data(null, 400);
}

const intents: Record<string, typeof addClientKeyDate> = {
  "add-date": addClientKeyDate,
  "change-date": correctClientKeyDate,
  "remove-date": removeClientKeyDate,
  "settle-date": settleClientKeyDate,
  "unsettle-date": unsettleClientKeyDate,
};

/** The forms about key dates. */
async function handleKeyDate(by: StaffContext, clientId: string, form: FormData) {
  const typed = readKeyDateForm(form);
  const {
    intent = "",
    keyDateId: keyDate = "",
    revision: seen,
    attempt = "",
    settledAs,
  } = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const verb = intents[intent];
  if (!verb) throw data(null, 400);
  const result = await verb(by, { clientId, keyDate, seen, attempt: attempt || undefined, input: typed, settledAs });
  if (result.ok) throw redirect(clientPath(clientId), { headers: { "Set-Cookie": flash("client-saved") } });
  const { message, detail: problems = {} } = result;
  const date: KeyDateAnswer = { intent, keyDate, attempt, typed, problems, message: message || clientMessages.failed };
  return data<Answer>({ intent: "", message: "", problems: {}, values: emptyClient, date }, statusOf(result));
}

export const shouldRevalidate = revalidateAfterPost;

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
            <section aria-labelledby="key-dates">
              <h2 id="key-dates" className="border-b border-line pb-1.5 text-lg">
                Expirations and deadlines
              </h2>
              <KeyDates
                keyDates={loaderData.keyDates}
                today={loaderData.today}
                names={keyDateNames}
                attempt={loaderData.attempt}
                answer={answer?.date}
                empty="No key dates. Nobody is reminded."
              />
            </section>
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

const keyDateNames: KeyDateNames = {
  keyDate: "keyDateId",
  revision: "revision",
  intent: (change) => (change === "correct" ? "change-date" : `${change}-date`),
};

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
          <SubmitButton intent="correct" size="sm" busyLabel="Saving…">
            Save details
          </SubmitButton>
        </div>
      </Form>
    </EditorFold>
  );
}

function Reminders({ client }: Pick<Loaded, "client">) {
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
            <SubmitButton intent="reminders" variant="outline" size="sm" busyLabel="Saving…">
              Save reminders
            </SubmitButton>
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
