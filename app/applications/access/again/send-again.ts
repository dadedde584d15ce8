import { sendLinkAgain } from "~/applications/access/address.server";
import { findHeld } from "~/applications/access/find.server";
import { refusedForAnHour } from "~/ground/limits/limits.server";
import { visitContext } from "~/ground/visit";
import type { Route } from "./+types/send-again";
import type { AddressResult } from "./address-result";
import { permissionEnded } from "./permission-ended";

/** `POST /apply/{id}/email/again`: the script of any page of an application asks for the link again. JSON. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const held = await findHeld(request, params.id);
  if (!held) return permissionEnded();
  const by = { address: context.get(visitContext).address, holder: held.holder };
  const sent = await sendLinkAgain(by, held.application.id);
  if (sent.ok) return answer({ said: "sent" });
  if (sent.reason === "limited") return answer({ message: sent.message }, refusedForAnHour);
  if (sent.reason === "conflict") return answer({ said: "settled" });
  return permissionEnded();
}

const answer = (result: AddressResult, init?: ResponseInit) => Response.json(result, init);
