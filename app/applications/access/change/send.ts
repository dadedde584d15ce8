import { findHeld } from "~/applications/access/find.server";
import { readForm } from "~/bodies/read-form.server";
import { refusedForAnHour } from "~/ground/limits/limits.server";
import { visitContext } from "~/ground/visit";
import type { AddressResult } from "../again/address-result";
import { permissionEnded } from "../again/permission-ended";
import type { Route } from "./+types/send";
import { askForChange } from "./ask.server";
import { keepAddress } from "./keep.server";

/** `POST /apply/{id}/email/change`: the page's script asks for another address, or keeps the one in force. JSON. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const held = await findHeld(request, params.id);
  if (!held) return permissionEnded();
  const { id } = held.application;
  const by = { address: context.get(visitContext).address, holder: held.holder };
  const form = await readForm(request);
  const email = String(form.get("email") ?? "");
  const result = await (form.get("intent") === "keep-address" ? keepAddress(by, id) : askForChange(by, id, email));
  if (result.ok) return Response.json({} satisfies AddressResult);
  if (result.reason === "forbidden") return permissionEnded();
  const init = result.reason === "limited" ? refusedForAnHour : { status: 422 };
  return Response.json({ problem: { message: result.message, email } } satisfies AddressResult, init);
}
