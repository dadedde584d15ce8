import { and, asc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { undecidedStatuses } from "~/applications/status/undecided";
import { agreementsChanged } from "~/content/agreements/agreements-changed.server";
import { db } from "~/db/client.server";
import { agreementOffers } from "~/db/schema/agreements";
import { visaApplications } from "~/db/schema/applications";
import { registerJob } from "~/jobs/registry.server";
import { updateTurn } from "./update-turn.server";

export function registerAgreementTurns(): void {
  registerJob(agreementsChanged, ({ templateId }, { signal }) => followAgreements(templateId, signal));
}

/** Cases that are looked up at once. */
const pageSize = 200;

/**
 * Recomputes whose turn the open cases are that wait for a signature: of one template, or of all. Each is a transaction
 * of its own, so that nobody waits for more than one case.
 */
export async function followAgreements(templateId?: string, signal?: AbortSignal): Promise<void> {
  let last: string | undefined;
  do {
    const cases = await waitingCases(templateId, last);
    for (const { id } of cases) {
      signal?.throwIfAborted();
      await db.transaction((tx) => updateTurn(tx, id));
    }
    last = cases.at(-1)?.id;
  } while (last !== undefined);
}

const waitingCases = (templateId: string | undefined, after: string | undefined) =>
  db
    .select({ id: visaApplications.id })
    .from(agreementOffers)
    .innerJoin(visaApplications, eq(visaApplications.id, agreementOffers.applicationId))
    .where(
      and(
        isNull(agreementOffers.replacedAt),
        agreementOffers.workBeginsSigned,
        templateId ? eq(agreementOffers.templateId, templateId) : undefined,
        sql`not exists (select from agreement_signatures s where s.offer_id = ${agreementOffers.id})`,
        inArray(visaApplications.status, [...undecidedStatuses]),
        after ? gt(visaApplications.id, after) : undefined,
      ),
    )
    .orderBy(asc(visaApplications.id))
    .limit(pageSize);
