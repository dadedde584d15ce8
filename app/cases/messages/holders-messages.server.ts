import { randomUUID } from "node:crypto";
import type { PageCursor } from "~/core/lists/keyset.server";
import { isOpening } from "~/core/opening";
import { db } from "~/db/client.server";
import { shownDrafts } from "./message-form.server";
import { newest, readThread } from "./thread.server";

/** What the page of a case shows its holder of the messages, and of the form for another. */
export async function holdersMessages(
  request: Request,
  applicationId: string,
  holder: string,
  place: PageCursor = newest,
) {
  const [thread, drafts] = await Promise.all([
    readThread(applicationId, { viewer: "applicant", opened: isOpening(request), place }),
    shownDrafts(db, applicationId, { side: "applicant", owner: holder }),
  ]);
  return { thread, form: { attempt: randomUUID(), drafts } };
}
