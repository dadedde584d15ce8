import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { flash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { readForm } from "~/bodies/read-form.server";
import { statusOf } from "~/ground/verbs/refused";
import { visitContext } from "~/ground/visit";
import { Panel } from "~/ui/lists/panel";
import { useCloseTo } from "~/ui/notices/use-close-to";
import type { Route } from "./+types/service";
import { wordsOf } from "./change-services.server";
import { ServiceEditor } from "./editor";
import { readEditor } from "./request.server";
import { changeRows, rowsOf, textOfRows } from "./required/document-rows";
import { applicationsWithFiles } from "./required/read-rows.server";
import { takeSamples } from "./required/store-sample.server";
import { createService, updateService } from "./save-service.server";
import type { FieldProblem } from "./service-form";
import { newValues, readChoices, storedValues } from "./values.server";

const list = "/admin/services";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.values.serviceName || "New service"} · Lucaya staff` },
];

export async function loader({ request, params: { id }, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const [values, choices, files] = await Promise.all([
    id === "new" ? newValues() : storedValues(id),
    readChoices(),
    applicationsWithFiles(id),
  ]);
  if (!values) throw redirect(list, { headers: { "Set-Cookie": flash("service-gone") } });
  return { id, values, choices, files, copied: url.searchParams.get("copied") === "yes" };
}

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const form = await readForm(request);
  const by = { staff, address: context.get(visitContext).address, attempt: form.get("attempt") };
  const { values: typed, base, choices } = readEditor(form);
  const { values, problems: refused } = await takeSamples(by, form, typed);
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
      ? await createService(by, { values })
      : await updateService(by, { serviceId: id, values, base, choices });
  if (result.ok)
    return redirect(list, { headers: { "Set-Cookie": flash(id === "new" ? "service-created" : "service-updated") } });
  const { problems = [], conflict } = result.detail ?? {};
  // Typed values stay; after a conflict the next save starts from the values that are stored now.
  return data(
    { message: result.message, problems, conflict, values: conflict?.merged ?? values, base: conflict?.stored ?? base },
    statusOf(result),
  );
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
