import { data, redirect, redirectDocument, type ShouldRevalidateFunctionArgs } from "react-router";
import { emailStateOf } from "~/applications/access/email-state.server";
import { findApplication, findForHolder } from "~/applications/access/find.server";
import { findRestrictedCase } from "~/applications/access/find-restricted.server";
import { expiredCookie, holderToken, isSharedDevice, revokeHolder } from "~/applications/access/holder.server";
import { readApplicationNumber } from "~/applications/access/number";
import { openByEmail, opensByLinkOnly, sendFreshLinks } from "~/applications/access/resume.server";
import { dateBoxesPart } from "~/applications/wizard/files/date-boxes-part";
import { statusData } from "~/cases/applicant-page/status-data.server";
import { correctionPart } from "~/cases/correction-part";
import { holdersMessages } from "~/cases/messages/holders-messages.server";
import { hourlyLimitResponse } from "~/core/rate-limits/limits.server";
import { requestContext } from "~/core/request-context";
import type { Done, Refused } from "~/core/verbs/refused";
import { orUnreachable } from "~/ui/forms/or-unreachable";
import { loadDrawn } from "~/ui/late-part";
import { sectionIn, stepUrl } from "../../applications/access/step-url";
import { wizardData } from "../../applications/wizard/data.server";
import { LoadingScreen } from "../../applications/wizard/loading-screen";
import { readHoldersForm, readStrangersForm } from "../../applications/wizard/saving/read-forms.server";
import { retryAfter, statusOf } from "../../applications/wizard/saving/step-answer.server";
import type { StepOutcome } from "../../applications/wizard/saving/step-outcome";
import { handleStepForm } from "../../applications/wizard/saving/step-request.server";
import type { Answered } from "../../applications/wizard/step-answers";
import { correctTotalSteps } from "../../applications/wizard/total-steps.server";
import type { Route } from "./+types/application";
import { casePart, draftPart, entryPart } from "./application-parts";

await loadDrawn(draftPart, casePart, entryPart, correctionPart, dateBoxesPart);

export const meta: Route.MetaFunction = ({ loaderData: shown }) => [
  {
    title:
      shown?.view === "wizard"
        ? `${shown.step.title} · Visa Application`
        : shown?.view === "status"
          ? `Application ${shown.number}`
          : "Visa Application",
  },
  { name: "robots", content: "noindex" },
];

/** `/apply/{id}`: the wizard for a draft's holder, the status page once submitted, or a way to get in. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const shown = await read(request, params);
  await loadPartsOf(shown);
  return shown;
}

type Shown = Awaited<ReturnType<typeof read>>;

const partOf = ({ view }: Pick<Shown, "view">) =>
  view === "wizard" ? draftPart : view === "status" ? casePart : entryPart;

async function loadPartsOf(shown: Shown, goal?: string): Promise<void> {
  const isCorrected = shown.view === "status" && shown.requests.fields !== null;
  const isDated = shown.view === "status" && shown.requests.open.some(({ dateRule }) => dateRule);
  await Promise.all([
    partOf(shown).load(goal),
    isCorrected && correctionPart.load(goal),
    isDated && dateBoxesPart.load(goal),
  ]);
}

async function read(request: Request, params: Route.LoaderArgs["params"]) {
  const url = new URL(request.url);
  const cookie = request.headers.get("cookie");
  const number = readApplicationNumber(params.id);
  // Application numbers are printed and read out on the phone, so a number alone opens nothing, and neither the
  // response nor its time reveals whether the application exists (V-ATK-19).
  const myApplication = await findForHolder(request, params.id);
  if (number && !myApplication) return { view: "ask-link" as const, number: params.id };
  const found = myApplication ?? (await findApplication(params.id));
  const restricted = found ? undefined : await findRestrictedCase(params.id);
  if (restricted) return restricted;
  if (!found) throw toStart(request, params.id);
  // The id alone shows how to get a link, and nothing of service, status and dates.
  if (!myApplication)
    return { view: "open" as const, id: found.application.id, byLink: opensByLinkOnly(found.application) };
  if (found.application.status !== "draft")
    return statusData(
      myApplication,
      () => holdersMessages(request, myApplication.application.id, myApplication.holder),
      cookie,
    );
  const { id, applicationNumber } = found.application;
  const isShared = isSharedDevice(cookie, id);
  if (url.searchParams.has("exit")) {
    const emailState = await emailStateOf(found.application);
    return { view: "exit" as const, id, number: applicationNumber, address: emailState, isShared };
  }
  await correctTotalSteps(found.application);
  const change = url.searchParams.get("change");
  return wizardData(found, url.searchParams.get("step"), { change, isSharedDevice: isShared, cookie });
}

/** Offline, or with the server unavailable, shows the step from what this page knows, or stays on the current one. */
export async function clientLoader({ serverLoader, params, request }: Route.ClientLoaderArgs) {
  const known = draftPart.now()?.stepWithoutLine(params.id, request.url);
  if (known) return known;
  try {
    const shown = await serverLoader();
    await loadPartsOf(shown, request.url);
    return shown;
  } catch (error) {
    const draft = draftPart.now();
    if (!draft) throw error;
    return draft.afterFailure(params.id, request.url, error);
  }
}

/** Another section of the current step is already loaded. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate && !draftPart.now()?.isOtherSection(currentUrl, nextUrl);

/** `kept`: the urlencoded step form of a browser without access; the page sends it again once it has access. */
type Answer =
  | { kind: "wrong-email"; message: string; kept?: string; shared?: boolean }
  | { kind: "link-asked"; message: string; kept?: string }
  | { kind: "closed" | "opened"; kept: string }
  | { kind: "by-link"; kept?: string }
  | Answered;

/** Handles the page's forms without a script; the script sends the wizard's to `/apply/{id}/save`. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { address, browser } = context.get(requestContext);
  // Some results need the entry views, whatever else the page shows.
  await entryPart.load();
  // Without access, don't read the application before the form's intent is known: the time would tell whether it
  // exists.
  const opened = await findForHolder(request, params.id);
  const holder = opened?.holder;
  // A short form survives an expired cookie: the page that asks for the email returns it.
  const { form, unsaved } = holder
    ? { form: await readHoldersForm(request, address), unsaved: "" }
    : await readStrangersForm(request, address);
  const intent = form.get("intent");
  const returned = form.get("kept") ? { kept: unsaved } : {};
  if (intent === "send-link") return linkRequested(await sendFreshLinks({ address }, params.id), returned);
  // The page of a number has no other form, and must not reveal whether the application exists.
  if (!opened && readApplicationNumber(params.id)) return data<Answer>({ kind: "by-link", ...returned }, 403);

  const found = opened ?? (await findApplication(params.id));
  if (!found) throw toStart(request, params.id);
  const { id } = found.application;
  const path = `/apply/${id}${stepOf(request)}`;
  if (intent === "open") {
    const shared = form.get("shared") === "yes";
    return open({ address, browser, shared }, id, String(form.get("email") ?? ""), path, returned);
  }

  if (!holder && (intent === "forget" || found.application.status !== "draft")) throw redirect(`/apply/${id}`);
  if (!holder) return data<Answer>({ kind: "closed", kept: unsaved }, 403);
  if (intent === "forget") throw redirectDocument("/", { headers: { "Set-Cookie": await revokeHolder(id, holder) } });
  return afterStep(request, id, await handleStepForm({ address, holder }, found.application, form, found));
}

/** Redirects if the application is not found; a former holder is told once that it was deleted. */
function toStart(request: Request, id: string) {
  if (!holderToken(request.headers.get("cookie") ?? "", id)) return redirectDocument("/apply/start?missing=1");
  return redirectDocument(`/apply/start?gone=${id}`, { headers: { "Set-Cookie": expiredCookie(id) } });
}

/** Forms that ask for access or leave keep their typed text if the server can't be reached, and can be sent again. */
export const clientAction = (sent: Route.ClientActionArgs) =>
  orUnreachable(sent, (message, fields): Answer => {
    const unsavedForm = fields.get("kept");
    const shared = fields.get("shared") === "yes";
    return { kind: "wrong-email", message, shared, ...(unsavedForm ? { kept: String(unsavedForm) } : {}) };
  });

/** Keeps the URL's step, to show it once the application is open again. */
function stepOf(request: Request) {
  const code = new URL(request.url).searchParams.get("step");
  return code && /^\w+$/.test(code) ? `?step=${code}` : "";
}

/** Passes on the headers of the action's response, such as `Retry-After`, without a script too. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

type Returned = { kept?: string };

const linkRequested = (result: Done | Refused, returned: Returned) =>
  result.ok
    ? data<Answer>({
        kind: "link-asked",
        message: "If this application exists, we’ll email a new link to the address on file.",
        ...returned,
      })
    : data<Answer>({ kind: "wrong-email", message: result.message, ...returned }, hourlyLimitResponse);

async function open(
  from: { address: string; browser: string; shared: boolean },
  id: string,
  email: string,
  path: string,
  returned: Returned,
) {
  const result = await openByEmail(from, id, email);
  if (result.ok && returned.kept)
    return data<Answer>({ kind: "opened", kept: returned.kept }, { headers: { "Set-Cookie": result.cookie } });
  if (result.ok) throw redirect(path, { headers: { "Set-Cookie": result.cookie } });
  if (result.reason === "forbidden") return data<Answer>({ kind: "by-link", ...returned }, 403);
  const limited = result.reason === "limited";
  const message = limited ? result.message : "That’s not the email address we have for this application.";
  const { shared } = from;
  return data<Answer>({ kind: "wrong-email", message, ...returned, shared }, limited ? hourlyLimitResponse : 400);
}

function afterStep(request: Request, id: string, outcome: StepOutcome) {
  switch (outcome.kind) {
    case "saved":
      throw redirect(stepUrl(id, { ...outcome, section: sectionIn(new URL(request.url).search) }));
    case "moved":
      throw redirect(stepUrl(id, outcome));
    case "exited":
      throw redirect(`/apply/${id}?exit=1`);
    case "leaving":
      throw redirect(`/apply/${id}/${outcome.to}`);
    case "uploading":
      throw redirect(
        `/apply/${id}/upload?${new URLSearchParams({ step: outcome.step, field: outcome.field, ...(outcome.change ? { change: outcome.change } : {}) })}`,
      );
    case "submitted":
      throw redirect(`/apply/${id}?submitted=1`);
    case "refused":
      throw redirect(`/apply/${id}`);
    case "deleted":
      throw toStart(request, id);
    default:
      return data<Answer>(outcome, { status: statusOf(outcome), headers: retryAfter(outcome) });
  }
}

export default function Application(props: Route.ComponentProps) {
  return (
    <>
      <View {...props} />
      <LoadingScreen />
    </>
  );
}

function View(props: Route.ComponentProps) {
  const { loaderData, actionData } = props;
  const isRefused = actionData?.kind === "opened" || actionData?.kind === "by-link";
  if (loaderData.view === "wizard" && !isRefused) {
    const draft = draftPart.now();
    const answered = actionData && "step" in actionData ? actionData : undefined;
    return draft ? <draft.DraftPage data={loaderData} answered={answered} /> : null;
  }
  if (loaderData.view === "status" && !isRefused) {
    const shown = casePart.now();
    return shown ? <shown.CasePage data={loaderData} refused={actionData?.kind} /> : null;
  }
  return (
    <div data-view="entry">
      <Entry {...props} />
    </div>
  );
}

function Entry({ loaderData, actionData }: Route.ComponentProps) {
  const entry = entryPart.now();
  if (!entry) return null;
  if (actionData?.kind === "opened") return <entry.ReopenedView unsaved={actionData.kept} />;
  if (actionData?.kind === "by-link" && "id" in loaderData)
    return <entry.LinkOnlyView id={loaderData.id} unsaved={actionData.kept} />;
  const answer = actionData && !("step" in actionData) && "message" in actionData ? actionData : undefined;
  switch (loaderData.view) {
    case "exit":
      return <entry.ExitView {...loaderData} answer={answer} />;
    case "open": {
      const Open = loaderData.byLink ? entry.LinkOnlyView : entry.OpenView;
      return (
        <Open
          id={loaderData.id}
          unsaved={actionData && "kept" in actionData ? actionData.kept : undefined}
          problem={answer}
        />
      );
    }
    case "restricted":
      return <entry.RestrictedView {...loaderData} />;
    case "ask-link":
      return <entry.AskLinkView number={loaderData.number} answer={answer} />;
    default:
      return null;
  }
}
