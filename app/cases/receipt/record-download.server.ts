import { z } from "zod";
import { waitForOwnReads } from "~/accounts/activity/many-reads.server";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { noticeManyReveals } from "../masked-answers/desk/many-reveals.server";

const inputSchema = z.object({ applicationId: z.uuid(), number: z.string(), as: z.enum(["pdf", "zip"]) });

/** Records a download of a whole case with its hidden answers; it counts as a reveal. */
export async function recordDownload(context: StaffContext, input: z.input<typeof inputSchema>) {
  return asStaff(
    context,
    { input: inputSchema, fresh: true },
    input,
    async ({ tx, staff, record }, { applicationId, number, as }) => {
      await waitForOwnReads(tx, staff);
      await record({
        actionType: as === "pdf" ? "case_downloaded_as_pdf" : "case_downloaded_as_zip",
        subjectType: "application",
        subjectId: applicationId,
        details: { number },
        browser: context.browser,
      });
      await noticeManyReveals(tx, staff);
      return { ok: true };
    },
  );
}
