import type { PageCursor } from "~/core/lists/keyset.server";
import { isOpening } from "~/core/opening";
import { db } from "~/db/client.server";
import { shownDrafts } from "./message-form.server";
import { newest, readThread } from "./thread.server";

/** The messages of a case for its holder, and the form for a new one. */
export async function holdersMessages(
  request: Request,
  applicationId: string,
  holder: string,
  cursor: PageCursor = newest,
) {
  const [thread, drafts] = await Promise.all([
    readThread(applicationId, { viewer: "applicant", opened: isOpening(request), place: cursor }),
    shownDrafts(db, applicationId, { side: "applicant", owner: holder }),
  ]);
  return { thread, form: { attempt: crypto.randomUUID(), drafts } };
}
