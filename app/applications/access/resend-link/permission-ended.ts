import { refuse, statusOf } from "~/core/verbs/refused";
import { permissionEndedMessage } from "../../sent-form/permission-words";

/** What the script of a case's page is told that no longer holds the application: its text waits on the page. */
export function permissionEnded(): Response {
  const refused = refuse("forbidden", permissionEndedMessage);
  return Response.json(refused, { status: statusOf(refused) });
}
