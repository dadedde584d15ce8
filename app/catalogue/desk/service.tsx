import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { flash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { readForm } from "~/bodies/read-form.server";
import { statusOf } from "~/ground/verbs/refused";
import { visitContext } from "~/ground/visit";
import { Panel } from "~/ui/lists/panel";
import { useCloseTo } from "~/ui/notices/use-close-to";
import type { Route } from "./+types/service";
import { ServiceEditor } from "./editor";
import { readEditor } from "./request.server";
import { createService, updateService } from "./save-service.server";
import { newValues, readChoices, storedValues } from "./values.server";

const list = "/admin/services";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.values.serviceName || "New service"} · Lucaya staff` },
];

export async function loader({ request, params: { id }, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const [values, choices] = await Promise.all([id === "new" ? newValues() : storedValues(id), readChoices()]);
  if (!values) throw redirect(list, { headers: { "Set-Cookie": flash("service-gone") } });
  return { id, values, choices, copied: url.searchParams.get("copied") === "yes" };
}

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const by = { staff, address: context.get(visitContext).address };
  const { values, base, choices } = readEditor(await readForm(request));
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
