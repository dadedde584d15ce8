import { X } from "lucide-react";
import { data, Link, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { flash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { useCloseTo } from "~/ui/use-close-to";
import { visitContext } from "~/visit";
import type { Route } from "./+types/admin.service";
import { ServiceEditor } from "./admin.service-editor";
import { createService, updateService } from "./save-service.server";
import { readEditor } from "./service-request.server";
import { newValues, readChoices, storedValues } from "./service-values.server";

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
  const { values, base, choices } = readEditor(await request.formData());
  const result =
    id === "new" ? await createService(by, values) : await updateService(by, { serviceId: id, values, base, choices });
  if (result.ok)
    return redirect(list, { headers: { "Set-Cookie": flash(id === "new" ? "service-created" : "service-updated") } });
  const { status, message, problems = [], conflict } = result;
  // What was typed stays; after a conflict, what is stored now is what the next save starts from.
  return data(
    { message, problems, conflict, values: conflict?.merged ?? values, base: conflict?.stored ?? base },
    status,
  );
}

/** After a refused save the page keeps what it started from: fresh values would hide what somebody else changed. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod === "POST" ? false : defaultShouldRevalidate;
}

export default function ServicePage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, values, copied } = loaderData;
  const closeTo = useCloseTo(list);
  const isNew = id === "new";
  return (
    <div
      role="dialog"
      aria-labelledby="service"
      className="mx-auto max-w-4xl rounded-2xl bg-white shadow-md ring-1 ring-line max-sm:-mx-4 max-sm:-my-6 max-sm:rounded-none"
    >
      <div className="flex items-start justify-between gap-3 border-b border-line px-4 py-4 sm:px-7 sm:py-5">
        <div className="min-w-0">
          <p className="text-xs font-medium text-stone">Visa service</p>
          <h1 id="service" className="mt-0.5 text-xl [overflow-wrap:anywhere] sm:text-2xl">
            {isNew ? "New service" : values.serviceName}
          </h1>
        </div>
        <Link
          to={closeTo.split("?")[0] ?? list}
          className="-mr-2 inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-md px-3 font-semibold text-stone hover:bg-foam hover:text-ink"
        >
          <X aria-hidden className="size-5" />
          Close
        </Link>
      </div>
      <ServiceEditor key={id} {...loaderData} copied={copied} answer={actionData} />
    </div>
  );
}
