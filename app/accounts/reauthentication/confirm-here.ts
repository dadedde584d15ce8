import { factorsOf, questionToConfirm } from "~/accounts/factors/confirm.server";
import { readStaffToSetUp } from "~/accounts/staff.server";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { readForm } from "~/request-bodies/read-form.server";
import type { Route } from "./+types/confirm-here";
import { reauthenticate } from "./confirm.server";
import { isFresh } from "./fresh.server";
import { confirmationFields } from "./pending-form";

const sessionEnded = () => Response.json({ error: "Your session has ended. Please sign in again." }, { status: 401 });

export type ConfirmState = { isFresh: boolean; totp: boolean; passkeys: number };

/** `GET /admin/session/confirm`, for the dialog of an open page; with `?passkey` a passkey's challenge. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const staff = await readStaffToSetUp(request);
  if (!staff) return sessionEnded();
  if (url.searchParams.has("passkey"))
    return Response.json(await questionToConfirm(staff.userId, context.get(requestContext).origin));
  const state: ConfirmState = { isFresh: await isFresh(db, staff), ...(await factorsOf(staff.userId)) };
  return Response.json(state);
}

/** `POST`, by the same dialog: the verb of the page without JavaScript, with a JSON response. */
export async function action({ request, context }: Route.ActionArgs) {
  const staff = await readStaffToSetUp(request);
  if (!staff) return sessionEnded();
  const form = await readForm(request);
  const { address, browser, origin } = context.get(requestContext);
  const confirmed = await reauthenticate(
    { staff, address, browser, origin },
    {
      password: form.get(confirmationFields.password),
      code: form.get(confirmationFields.code),
      passkey: form.get(confirmationFields.passkey),
    },
  );
  if (confirmed.ok) return Response.json({ confirmed: true });
  return Response.json({ error: confirmed.message }, { status: statusOf(confirmed) });
}
