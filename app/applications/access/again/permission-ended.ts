import { refuse, statusOf } from "~/ground/verbs/refused";

/** What the script of a case's page is told that no longer holds the application: its text waits on the page. */
export function permissionEnded(): Response {
  const refused = refuse(
    "forbidden",
    "This browser’s permission to open the application has ended. Please open it in another tab by the link in one of our mails, then send this again.",
  );
  return Response.json(refused, { status: statusOf(refused) });
}
