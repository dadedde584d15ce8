import { data, redirect, useNavigate } from "react-router";
import { redirectToSetUp } from "~/accounts/factors/due.server";
import { requireStaff } from "~/accounts/staff.server";
import { previewOfSteps } from "~/content/editing/kinds/steps/owner";
import { readForm } from "~/request-bodies/read-form.server";
import { Banner } from "~/ui/notices/banner";
import { PageLink } from "~/ui/page-link";
import type { Route } from "./+types/walk";
import { readStepPreview } from "./walk-data.server";
import { partAfter } from "./walk-part";
import { StepPreviewStep } from "./walk-step";

export const meta: Route.MetaFunction = () => [
  { title: "Preview of the wizard · Lucaya staff" },
  { name: "robots", content: "noindex, nofollow" },
];

export const middleware: Route.MiddlewareFunction[] = [redirectToSetUp];

const hrefOf = (version: string, part: string): string => `${previewOfSteps}?preview=${version}&step=${part}`;

/** `/admin/steps/preview?preview={version}`: the wizard as applicants see it. */
export async function loader({ request, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const walk = await readStepPreview(url.searchParams.get("preview"), url.searchParams.get("step"));
  if (!walk) throw data({ reason: "no-content" }, 404);
  return data(walk, { headers: { "Cache-Control": "no-store" } });
}

/** Without a script a step's buttons only navigate; the answers are ignored. */
export async function action({ request, url }: Route.ActionArgs) {
  await requireStaff(request);
  const part = url.searchParams.get("step");
  const walk = await readStepPreview(url.searchParams.get("preview"), part);
  if (!walk) throw data({ reason: "no-content" }, 404);
  const intent = (await readForm(request)).get("intent");
  throw redirect(hrefOf(walk.version.id, partAfter(walk, intent)));
}

export default function StepPreviewPage({ loaderData: walk }: Route.ComponentProps) {
  const navigate = useNavigate();
  const go = (part: string) => void navigate(hrefOf(walk.version.id, part));
  return (
    <>
      <Banner tone="warning" className="no-print rounded-none">
        <strong className="font-semibold">Preview: applicants do not see this yet.</strong> Version{" "}
        {walk.version.number}. You can continue without answering. Nothing is saved or sent.{" "}
        <PageLink to={walk.editor} className="font-semibold underline underline-offset-2">
          Back to the steps
        </PageLink>
      </Banner>
      <StepPreviewStep walk={walk} onGo={(intent) => go(partAfter(walk, intent))} />
    </>
  );
}
