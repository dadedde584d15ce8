import { refuse, statusOf } from "~/core/verbs/refused";
import { permissionEndedMessage } from "../../forms-without-reload/permission-words";

/** Response to a script of a page that lost its access: its text stays on the page. */
export function permissionEnded(): Response {
  const refused = refuse("forbidden", permissionEndedMessage);
  return Response.json(refused, { status: statusOf(refused) });
}
