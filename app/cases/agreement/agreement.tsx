import { redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { findForHolder } from "~/applications/access/find.server";
import { requestContext } from "~/core/request-context";
import { db } from "~/db/client.server";
import { requireFormLimit } from "~/request-bodies/form-limits.server";
import { readForm } from "~/request-bodies/read-form.server";
import { FormRecovery, keepPageOnFailure } from "~/ui/forms/recovery/form-recovery";
import type { Route } from "./+types/agreement";
import { AgreementView } from "./agreement-view";
import { intents } from "./intents.server";
import { readAgreement } from "./reading/read-agreement.server";
import { shownToHolder } from "./shown-signed";

export const meta: Route.MetaFunction = () => [
  { title: "Our agreement · Visa Application" },
  { name: "robots", content: "noindex" },
];

/** `/apply/{id}/agreement`: the agreement that the holder of a draft or case may sign, and what was signed. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const found = await findForHolder(request, params.id);
  if (!found) throw redirect(`/apply/${params.id}`);
  const { id, applicationNumber: number } = found.application;
  const { current, signed, inForce } = await readAgreement(db, id);
  if (!current && signed.length === 0) throw redirect(`/apply/${id}`);
  return {
    ...{ id, number, current, inForce: inForce?.id ?? null },
    signed: signed.map(shownToHolder),
    attempt: crypto.randomUUID(),
    done: new URL(request.url).searchParams.get("done"),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const found = await findForHolder(request, params.id);
  if (!found) throw redirect(`/apply/${params.id}`);
  const { address, browser } = context.get(requestContext);
  await requireFormLimit(request, address, "agreement");
  const form = await readForm(request);
  const { id } = found.application;
  const name = String(form.get("intent"));
  const intent = Object.hasOwn(intents, name) ? intents[name] : undefined;
  if (!intent) throw redirect(`/apply/${id}/agreement`);
  return intent({ context: { address, browser, holder: found.holder }, id, form });
}

/** Reloads after a refusal too: what was refused because it has changed is shown as it is now. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === "POST" || defaultShouldRevalidate;

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }, next) => keepPageOnFailure(request, next),
];

export default function Agreement({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <AgreementView data={loaderData} refused={actionData} />
      <FormRecovery who={null} />
    </>
  );
}
