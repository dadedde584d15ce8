import { and, desc, eq, gt, inArray } from "drizzle-orm";
import { z } from "zod";
import { findApplication } from "~/applications/access/find.server";
import {
  deletedDraftCookie,
  expiredCookie,
  isSharedDevice,
  tokenHashesByApplication,
} from "~/applications/access/holder.server";
import { asVisibleToApplicant } from "~/applications/status/undoable-status.server";
import { readTurn } from "~/cases/turn/read-turn.server";
import { turnText } from "~/cases/turn/turn-text";
import { db } from "~/db/client.server";
import { applicationHolders, visaApplications } from "~/db/schema/applications";
import { countries, visaServices } from "~/db/schema/catalogue";

export type MyApplication = Awaited<ReturnType<typeof read>>[number];

/**
 * All applications that this browser may open, last saved first. `headers` remove the cookies of all others, and mark
 * those of deleted ones as deleted. `savedAt` is an ISO instant.
 */
export async function listMyApplications(request: Request) {
  const cookie = request.headers.get("cookie") ?? "";
  const shown = tokenHashesByApplication(cookie);
  const applications = shown.size > 0 ? await read([...shown.values()]) : [];
  const foundIds = new Set(applications.map(({ id }) => id));
  const ended = [...shown.keys()].filter((id) => !foundIds.has(id));
  const deleted = await deletedOf(ended);
  const changes = ended.map((id) =>
    deleted.has(id) ? deletedDraftCookie(id, isSharedDevice(cookie, id)) : expiredCookie(id),
  );
  return { applications, headers: new Headers(changes.map((change) => ["Set-Cookie", change])) };
}

/** Adds a sentence about the turn to the submitted ones. */
export async function withTurns(applications: readonly MyApplication[]) {
  return Promise.all(
    applications.map(async (application) => {
      const found = application.status === "draft" ? undefined : await findApplication(application.id);
      const turn =
        found && (await readTurn(found.application, { ...found, country: found.flag }, { asApplicant: true }));
      return { ...application, turn: turn ? turnText(turn).sentence : null };
    }),
  );
}

async function deletedOf(ended: readonly string[]): Promise<Set<string>> {
  const ids = ended.filter((id) => z.uuid().safeParse(id).success);
  if (ids.length === 0) return new Set();
  const existing = await db
    .select({ id: visaApplications.id })
    .from(visaApplications)
    .where(inArray(visaApplications.id, ids));
  return new Set(ids.filter((id) => !existing.some((row) => row.id === id)));
}

async function read(tokens: string[]) {
  const rows = await db
    .selectDistinct({
      id: visaApplications.id,
      number: visaApplications.applicationNumber,
      serviceName: visaServices.serviceName,
      flag: countries.code,
      status: visaApplications.status,
      percent: visaApplications.completionPercentage,
      lastUpdatedAt: visaApplications.lastUpdatedAt,
      name: visaApplications.applicantName,
      begun: visaApplications.createdAt,
    })
    .from(applicationHolders)
    .innerJoin(visaApplications, eq(visaApplications.id, applicationHolders.applicationId))
    .leftJoin(visaServices, eq(visaServices.id, visaApplications.visaServiceId))
    .leftJoin(countries, eq(countries.id, visaServices.countryId))
    .where(and(inArray(applicationHolders.tokenHash, tokens), gt(applicationHolders.expiresAt, new Date())))
    .orderBy(desc(visaApplications.lastUpdatedAt));
  const seen = await asVisibleToApplicant(rows);
  return seen.map(({ lastUpdatedAt, begun, ...row }) => ({
    ...row,
    savedAt: lastUpdatedAt.toISOString(),
    begun: begun.toISOString(),
  }));
}
