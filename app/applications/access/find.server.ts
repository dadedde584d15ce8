import { and, eq, inArray } from "drizzle-orm";
import { asVisibleToApplicant } from "~/applications/status/undoable-status.server";
import { visaOf } from "~/applications/steps/contradictions/visa";
import { notNeededColumn, notNeededIn } from "~/content/rules/rules.server";
import { db } from "~/db/client.server";
import { applicationHolders, visaApplications } from "~/db/schema/applications";
import { countries, visaServices } from "~/db/schema/catalogue";
import { applicationTokenHashes, holderOf, holderToken } from "./holder.server";
import { readApplicationNumber } from "./number";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export type FoundApplication = NonNullable<Awaited<ReturnType<typeof findApplication>>>;
/** Data that a save needs before its one SQL statement. Neither value ever changes. */
export type ApplicationService = Pick<FoundApplication["application"], "id" | "visaServiceId">;

/** As long as steps are cached. */
const lifetime = 5 * 60_000;
const maxEntries = 20_000;
const cache = new Map<string, { application: ApplicationService; until: number }>();

/** Returns id and service from the cache. The application may have been deleted since: the verb that writes checks. */
export function knownService(id: string): ApplicationService | undefined {
  const cached = cache.get(id.toLowerCase());
  return cached && cached.until > Date.now() ? cached.application : undefined;
}

function remember({ id, visaServiceId }: ApplicationService) {
  cache.delete(id);
  cache.set(id, { application: { id, visaServiceId }, until: Date.now() + lifetime });
  const [oldest] = cache.keys();
  if (cache.size > maxEntries && oldest) cache.delete(oldest);
}

/** Finds an application by the URL's part: 8-4-4-4-12 hex is its id, anything else its number. */
export async function findApplication(idOrNumber: string) {
  const byId = uuid.test(idOrNumber);
  const number = byId ? undefined : readApplicationNumber(idOrNumber);
  if (!byId && !number) return undefined;
  const [found] = await db
    .select({
      application: visaApplications,
      serviceName: visaServices.serviceName,
      processingTime: visaServices.processingTime,
      feeRecipient: visaServices.feeRecipient,
      furtherFee: visaServices.furtherFee,
      visaType: visaServices.visaType,
      maxStay: visaServices.maxStay,
      entryType: visaServices.entryType,
      notNeeded: notNeededColumn,
      flag: countries.code,
    })
    .from(visaApplications)
    .leftJoin(visaServices, eq(visaServices.id, visaApplications.visaServiceId))
    .leftJoin(countries, eq(countries.id, visaServices.countryId))
    .where(number ? eq(visaApplications.applicationNumber, number) : eq(visaApplications.id, idOrNumber.toLowerCase()));
  if (!found) return undefined;
  remember(found.application);
  const [application = found.application] =
    found.application.submittedAt === null ? [] : await asVisibleToApplicant([found.application]);
  const visa = visaOf({ ...found, tierName: application.tierName, notNeeded: notNeededIn(found.notNeeded) });
  return { ...found, application, byId, visa };
}

/**
 * Finds the application of the URL with the token hash of this browser; undefined if it may not open it. A number is
 * looked up among the browser's own applications, so the time does not reveal whether others have that number.
 */
export async function findForHolder(request: Request, idOrNumber: string) {
  const cookie = request.headers.get("cookie") ?? "";
  const number = uuid.test(idOrNumber) ? undefined : readApplicationNumber(idOrNumber);
  const id = number ? await findMineByNumber(cookie, number) : idOrNumber.toLowerCase();
  // Without a token nothing is looked up, so the time reveals nothing (V-ATK-19).
  const found = id && holderToken(cookie, id) ? await findApplication(id) : undefined;
  const holder = found && (await holderOf(request, found.application.id));
  return found && holder ? { ...found, byId: !number, holder } : undefined;
}

async function findMineByNumber(cookie: string, number: string): Promise<string | undefined> {
  const tokens = applicationTokenHashes(cookie);
  if (tokens.length === 0) return undefined;
  const { id, applicationNumber } = visaApplications;
  const [row] = await db
    .select({ id })
    .from(applicationHolders)
    .innerJoin(visaApplications, eq(id, applicationHolders.applicationId))
    .where(and(inArray(applicationHolders.tokenHash, tokens), eq(applicationNumber, number)));
  return row?.id;
}
