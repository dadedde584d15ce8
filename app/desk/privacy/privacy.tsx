import { data, redirect } from "react-router";
import { requireSuperAdmin } from "~/accounts/staff.server";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { listErasureRequests } from "~/privacy/requests/read-requests.server";
import { listRestricted } from "~/privacy/restricted/open-restricted.server";
import { readRetention } from "~/privacy/retention/read-runs.server";
import { readTonight } from "~/privacy/retention/tonight.server";
import { readForm } from "~/request-bodies/read-form.server";
import { Banner } from "~/ui/notices/banner";
import { useProgress } from "~/ui/running/use-progress";
import type { Route } from "./+types/privacy";
import { ConfirmKeyRotation, Keys } from "./keys";
import { startKeyRotation } from "./renew-keys.server";
import { ErasureRequests, RestrictedCases } from "./requests";
import { RetentionSection } from "./retention/retention";
import { type PrivacyState, readPrivacyState } from "./state.server";

const path = "/admin/privacy";

export const meta: Route.MetaFunction = () => [{ title: "Privacy · Lucaya staff" }];

export async function loader({ request, url }: Route.LoaderArgs) {
  await requireSuperAdmin(request);
  const [state, requests, restricted, retention] = await Promise.all([
    readPrivacyState(),
    listErasureRequests(),
    listRestricted(),
    readRetention(),
  ]);
  const tonight = url.searchParams.get("show") === "tonight" ? await readTonight() : null;
  const asking = url.searchParams.get("confirm") === "renew" && !state.isRenewing;
  return { state, requests, restricted, retention, tonight, asking };
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = await requireSuperAdmin(request);
  const form = await readForm(request);
  if (form.get("intent") !== "renew-keys") throw data(null, 400);
  if (form.get("confirmed") !== "yes") return redirect(`${path}?confirm=renew`);
  const renewed = await startKeyRotation({ staff, address: context.get(requestContext).address });
  if (renewed.ok) return redirect(path);
  if (renewed.reason === "forbidden") throw data({ reason: "role" }, 403);
  return data({ problem: renewed.message }, statusOf(renewed));
}

/** Whether a background job is running that the page polls. */
const isBusy = ({ isRenewing }: PrivacyState): boolean => isRenewing;

export default function PrivacyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { asking, requests, restricted } = loaderData;
  const state = useProgress(`${path}/progress`, loaderData.state, isBusy);
  return (
    <>
      <h1 className="text-3xl">Privacy</h1>
      <p className="mt-2 max-w-2xl text-stone">
        How we protect the data people entrust to us. Passport numbers, answers about health and convictions, and all
        files are encrypted.
      </p>
      {asking ? <ConfirmKeyRotation /> : null}
      {actionData?.problem ? (
        <Banner tone="error" role="alert" title={actionData.problem} className="mt-4">
          Its progress is shown below.
        </Banner>
      ) : null}
      <ErasureRequests {...requests} />
      <RestrictedCases {...restricted} />
      <RetentionSection retention={loaderData.retention} tonight={loaderData.tonight} />
      <Keys keys={state.keys} isRenewing={state.isRenewing} />
      <p className="mt-8 max-w-2xl text-stone">
        Erased data may still be in older backups, encrypted. Delete backups older than 35 days: a restore refuses them.
      </p>
    </>
  );
}
