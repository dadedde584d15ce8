import { data, redirect } from "react-router";
import { redirectToFactorSetUp } from "~/accounts/factors/due.server";
import { requireStaff } from "~/accounts/staff.server";
import { ServicePage } from "~/catalogue/public/service-page";
import { publicSettings } from "~/content/settings/settings.server";
import { requestContext } from "~/core/request-context";
import { readForm } from "~/request-bodies/read-form.server";
import { Banner } from "~/ui/notices/banner";
import { EmptyState } from "~/ui/notices/empty-state";
import type { Route } from "./+types/preview";
import { previewService } from "./preview-service.server";
import { readEditor } from "./request.server";
import { definitionOf } from "./service-form";
import { storedValues } from "./values.server";

export const meta: Route.MetaFunction = () => [
  { title: "Preview · Lucaya staff" },
  { name: "robots", content: "noindex, nofollow" },
];

export const middleware: Route.MiddlewareFunction[] = [redirectToFactorSetUp];

const siteNameFor = async (context: Route.LoaderArgs["context"]) =>
  (await publicSettings(context.get(requestContext))).siteName;

/** Shows a stored service, active or not; a POST shows values that are not saved yet. */
export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  await requireStaff(request);
  const values = await storedValues(id);
  if (!values && id !== "new") throw redirect("/admin/services");
  return values ? previewService(id, values, await siteNameFor(context)) : null;
}

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  await requireStaff(request);
  const { values } = readEditor(await readForm(request));
  const preview = await previewService(id, values, await siteNameFor(context));
  return data(preview, preview.ok ? 200 : 400);
}

export default function Preview({ loaderData, actionData }: Route.ComponentProps) {
  const preview = actionData ?? loaderData;
  return (
    <main>
      <Banner tone="warning" className="no-print sticky top-0 z-30 rounded-none">
        <strong className="font-semibold">Preview.</strong>{" "}
        {actionData ? "Nothing of this is saved." : "This is what is saved."} Its links and buttons lead nowhere.
      </Banner>
      {preview?.ok ? (
        <div
          onClickCapture={(event) => {
            if (event.target instanceof Element && event.target.closest("a")) {
              event.preventDefault();
              event.stopPropagation();
            }
          }}
        >
          <ServicePage
            service={preview.service}
            tiers={preview.tiers}
            filing={preview.filing}
            siteName={preview.siteName}
            trail={[{ label: "Visa Services", to: "/services" }, { label: preview.service.serviceName }]}
          />
        </div>
      ) : (
        <EmptyState title="There is no page to show yet" level={2} seed="no-preview">
          {preview ? (
            <ul>
              {preview.problems.map(({ field, message }) => (
                <li key={field}>
                  {definitionOf(field).label}: {message}
                </li>
              ))}
            </ul>
          ) : (
            <p>Press Preview in the editor.</p>
          )}
        </EmptyState>
      )}
    </main>
  );
}
