import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { flash } from "~/accounts/flash.server";
import { requireStaff, type StaffContext } from "~/accounts/staff.server";
import { countryList } from "~/core/countries.server";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { Panel } from "~/ui/lists/panel";
import { useCloseTo } from "~/ui/notices/use-close-to";
import type { Route } from "./+types/service";
import { wordsOf } from "./change-services.server";
import { createCountry } from "./country/create-country.server";
import { type Answer, ServiceEditor } from "./editor";
import { readEditor } from "./request.server";
import { changeRows, rowsOf, textOfRows } from "./required/document-rows";
import { applicationsWithFiles } from "./required/read-rows.server";
import { receiveSamples } from "./required/store-sample.server";
import { createService, updateService } from "./save-service.server";
import type { FieldProblem } from "./service-form";
import { newValues, readChoices, storedValues } from "./values.server";

const list = "/admin/services";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.values.serviceName || "New service"} · Lucaya staff` },
];

export async function loader({ request, params: { id }, url }: Route.LoaderArgs) {
  const { role } = await requireStaff(request);
  const [values, choices, files] = await Promise.all([
    id === "new" ? newValues() : storedValues(id),
    readChoices(),
    applicationsWithFiles(id),
  ]);
  if (!values) throw redirect(list, { headers: { "Set-Cookie": flash("service-gone") } });
  const there = new Set(choices.countries.map(({ code }) => code));
  const newCountries = { mayAdd: role === "super_admin", offered: countryList.filter(({ code }) => !there.has(code)) };
  return { id, values, choices, files, newCountries, copied: url.searchParams.get("copied") === "yes" };
}

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const form = await readForm(request);
  const by = { staff, address: context.get(requestContext).address, attempt: form.get("attempt") };
  const { values: typed, base } = readEditor(form);
  const { values, problems: refused } = await receiveSamples(by, form, typed);
  if (form.get("press") === "add-country") return addCountry(by, form, { values, base, problems: refused });
  const anyway = form.get("press") === "anyway";
  const pressed = form.get("rows");
  // A button of the required documents, without script: nothing is saved yet.
  if (typeof pressed === "string" && pressed !== "") {
    const { rows, asking, problem } = changeRows(rowsOf(values.requirements), pressed, await applicationsWithFiles(id));
    const full: FieldProblem[] = problem ? [{ field: "requirements", message: problem }] : [];
    const changed = { ...values, requirements: textOfRows(rows) };
    const problems = [...refused, ...full];
    const message = problems.length > 0 ? "Nothing is saved yet" : "";
    return data({ message, problems, values: changed, base, asking: asking ?? "" });
  }
  if (refused.length > 0) {
    const why = wordsOf(id === "new" ? "creating" : "updating", "a sample was not taken");
    return data({ message: why, problems: refused, values, base }, 422);
  }
  const result =
    id === "new"
      ? await createService(by, { values, anyway })
      : await updateService(by, { serviceId: id, values, base, anyway });
  if (result.ok) {
    const done = id === "new" ? "service-created" : "service-updated";
    return redirect(list, { headers: { "Set-Cookie": flash(result.country ? `${done}-in-country` : done) } });
  }
  const { problems = [], conflict, question } = result.detail ?? {};
  // Typed values stay; after a conflict the next save starts from the values that are stored now.
  return data(
    {
      ...{ message: result.message, problems, conflict, question },
      ...{ values: conflict?.merged ?? values, base: conflict?.stored ?? base },
    },
    statusOf(result),
  );
}

/** The button under the choice of the country: the form comes back as it was typed, with the new one chosen. */
async function addCountry(by: StaffContext, form: FormData, answer: Pick<Answer, "values" | "base" | "problems">) {
  const typed = (name: string) => {
    const given = form.get(`newCountry.${name}`);
    return typeof given === "string" ? given : "";
  };
  const asked = { code: typed("code"), name: typed("name"), aliases: typed("aliases") };
  const result = await createCountry(by, asked);
  if (!result.ok) {
    const message = result.detail ? "" : result.message;
    return data({ ...answer, message, country: { ...asked, problem: result.detail ?? null } }, statusOf(result));
  }
  const { country } = result;
  return data({ ...answer, message: "", values: { ...answer.values, countryId: country.id }, added: country });
}

/** No reload after a refused save: fresh values would hide what somebody else changed since the form was loaded. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod === "POST" ? false : defaultShouldRevalidate;
}

export default function ServicePage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, values, copied } = loaderData;
  const closeTo = useCloseTo(list, ["copied"]);
  const isNew = id === "new";
  return (
    <Panel
      id="service"
      kind="Visa service"
      title={isNew ? "New service" : values.serviceName}
      closeTo={closeTo}
      className="max-w-4xl"
    >
      <ServiceEditor key={id} {...loaderData} copied={copied} answer={actionData} />
    </Panel>
  );
}
