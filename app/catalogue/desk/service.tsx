import { useState } from "react";
import { data, redirect, redirectDocument, type ShouldRevalidateFunctionArgs } from "react-router";
import { flash, readFlash } from "~/accounts/flash.server";
import { requireStaff, type StaffContext } from "~/accounts/staff.server";
import { newKey } from "~/content/editing/kind";
import { previewPath } from "~/content/editing/preview.server";
import { earlierIn, readEditor } from "~/content/editing/read-editor.server";
import { handleEditorForm } from "~/content/editing/request.server";
import { PendingVersions } from "~/content/editing/screens/content-editor";
import { History } from "~/content/editing/screens/history";
import { noticeMessage as noticeWords } from "~/content/editing/screens/notice-text";
import { countryList } from "~/core/countries.server";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { Panel } from "~/ui/lists/panel";
import { Banner } from "~/ui/notices/banner";
import { useCloseTo } from "~/ui/notices/use-close-to";
import type { Route } from "./+types/service";
import { serviceMessage } from "./change-services.server";
import { createCountry } from "./country/create-country.server";
import { type Answer, ServiceEditor } from "./editor";
import { changeRows, rowsOf, textOfRows } from "./required/document-rows";
import { applicationsWithFiles } from "./required/read-rows.server";
import { receiveSamples } from "./required/store-sample.server";
import { type Detail, saveService } from "./save-service.server";
import {
  type FieldName,
  type FieldProblem,
  type FormValues,
  fieldNames,
  readValues,
  valuesFrom,
  valuesIn,
} from "./service-form";
import { serviceKind } from "./service-kind.server";
import { readChoices } from "./values.server";

const list = "/admin/services";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.values.serviceName || "New service"} · Lucaya staff` },
];

export async function loader({ request, params: { id }, url }: Route.LoaderArgs) {
  const staff = await requireStaff(request);
  const [choices, files] = await Promise.all([readChoices(), applicationsWithFiles(id)]);
  const view = await readEditor(staff, { kind: serviceKind(choices), key: id }, earlierIn(url));
  if (!view || view.isOffline) throw redirect(list, { headers: { "Set-Cookie": flash("service-gone") } });
  const texts = new Map(view.groups.flatMap(({ fields }) => fields).map(({ name, boxes: [text] }) => [name, text]));
  const knownCodes = new Set(choices.countries.map(({ code }) => code));
  const { notice, counts, headers } = readFlash(request);
  const shown = {
    ...{ id, choices, files, view: { ...view, groups: [] }, values: valuesFrom((name) => texts.get(name) ?? "") },
    isSuperAdmin: staff.role === "super_admin",
    newCountries: {
      mayAdd: staff.role === "super_admin",
      offered: countryList.filter(({ code }) => !knownCodes.has(code)),
    },
    ...{ copied: url.searchParams.get("copied"), notice: noticeWords(notice, counts) },
  };
  return data(shown, { headers });
}

const textIn = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};
const numberIn = (form: FormData, name: string): number => Number(textIn(form, name)) || 0;

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const visit = context.get(requestContext);
  const form = await readForm(request);
  const by = { staff, address: visit.address, browser: visit.browser, attempt: form.get("attempt") };
  const press = textIn(form, "press");
  const intent = press === "anyway-schedule" ? "schedule" : textIn(form, "intent") || "publish";
  if (intent === "restore" || intent === "call-off")
    return handleEditorForm(by, { kind: serviceKind(), key: id }, form, visit);
  const saves = intent === "save" || intent === "preview" || intent === "publish" || intent === "schedule";
  if (!saves) throw data(null, { status: 400 });
  const { values, problems: refused } = await receiveSamples(by, form, readValues(form));
  const was = form.has("was") ? valuesIn(form.get("was")) : undefined;
  const made = { base: numberIn(form, "base"), seen: numberIn(form, "seen"), was };
  if (press === "add-country") return addCountry(by, form, { ...made, values, problems: refused });
  const pressedButton = textIn(form, "rows");
  // A button of the required documents, without JavaScript: nothing is saved yet.
  if (pressedButton !== "") {
    const { rows, asking, problem } = changeRows(
      rowsOf(values.requirements),
      pressedButton,
      await applicationsWithFiles(id),
    );
    const full: FieldProblem[] = problem ? [{ field: "requirements", message: problem }] : [];
    const changed = { ...values, requirements: textOfRows(rows) };
    const problems = [...refused, ...full];
    const message = problems.length > 0 ? "Nothing is saved yet" : "";
    return data({ ...made, message, problems, values: changed, asking: asking ?? "" });
  }
  if (refused.length > 0) {
    const why = serviceMessage(id === newKey ? "creating" : "updating", "a sample was not taken");
    return data({ ...made, message: why, problems: refused, values }, 422);
  }
  const time = { day: textIn(form, "day"), time: textIn(form, "time") };
  const result = await saveService(by, {
    ...{ ...made, ...time, ...chosenIn(form, values), serviceId: id, anyway: press.startsWith("anyway") },
    intent: intent === "publish" || intent === "schedule" ? intent : "save",
  });
  // The typed values remain; none of them are saved.
  if (!result.ok) {
    const { problems = [], conflict, question, at }: Partial<Detail> = result.detail ?? {};
    const shown = { values: conflict?.merged ?? values, ...made, ...(conflict ? { seen: conflict.seen } : {}) };
    return data(
      { ...shown, ...time, message: result.message, problems, conflict, question, intent, isTime: at === "time" },
      statusOf(result),
    );
  }
  const { serviceId, slug, preview, number } = result;
  if (intent === "preview") return redirectDocument(previewPath(`/visa/${slug}`, preview));
  if (intent === "publish") {
    visit.changed = true;
    const done = id === newKey ? "service-created" : "service-updated";
    return redirect(list, { headers: { "Set-Cookie": flash(result.country ? `${done}-in-country` : done) } });
  }
  const notice = flash(intent === "schedule" ? "content-scheduled" : "content-saved", number);
  return redirect(`${list}/${serviceId}`, { headers: { "Set-Cookie": notice } });
}

/** The typed values, without fields for which the other version was chosen. The list of services sends none. */
function chosenIn(form: FormData, values: FormValues) {
  if (!form.has("serviceName")) return { values: {} };
  const choiceOf = (name: FieldName) => form.get(`choice.${name}`);
  return {
    values: Object.fromEntries(
      fieldNames.filter((name) => choiceOf(name) !== "theirs").map((name) => [name, values[name]]),
    ),
    choices: Object.fromEntries(
      fieldNames.filter((name) => choiceOf(name) === "mine").map((name) => [name, "mine" as const]),
    ),
  };
}

/** The button below the country select: the form comes back as typed, with the new country selected. */
type Result = Pick<Answer, "values" | "base" | "seen" | "was" | "problems">;
async function addCountry(by: StaffContext, form: FormData, outcome: Result) {
  const rawInputOf = (name: string) => textIn(form, `newCountry.${name}`);
  const newCountry = { code: rawInputOf("code"), name: rawInputOf("name"), aliases: rawInputOf("aliases") };
  const result = await createCountry(by, newCountry);
  if (!result.ok) {
    const message = result.detail ? "" : result.message;
    return data({ ...outcome, message, country: { ...newCountry, problem: result.detail ?? null } }, statusOf(result));
  }
  const { country } = result;
  return data({ ...outcome, message: "", values: { ...outcome.values, countryId: country.id }, added: country });
}

/** Don't revalidate after a refusal: fresh values would hide what somebody else changed since the form was loaded. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionResult === undefined && defaultShouldRevalidate;
}

export default function ServicePage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, values, view, notice } = loaderData;
  const [tab, setTab] = useState<string>();
  const closeTo = useCloseTo(list, ["copied", "earlier"]);
  const isNew = id === newKey;
  const answer = actionData && "values" in actionData ? actionData : undefined;
  const problem = actionData && "sent" in actionData ? actionData.sent?.message : "";
  return (
    <Panel
      id="service"
      kind="Visa service"
      title={isNew ? "New service" : values.serviceName}
      closeTo={closeTo}
      className="max-w-4xl"
    >
      <div className="px-4 sm:px-7">
        {problem || notice ? (
          <Banner tone={problem ? "error" : "success"} role={problem ? "alert" : "status"} className="mt-4">
            {problem || notice}
          </Banner>
        ) : null}
        <PendingVersions view={view} />
      </div>
      <ServiceEditor key={`${id} ${view.base}`} {...loaderData} tab={tab} setTab={setTab} answer={answer} />
      {view.history.length > 0 ? (
        <div className="px-4 pb-8 sm:px-7">
          <History view={view} />
        </div>
      ) : null}
    </Panel>
  );
}
