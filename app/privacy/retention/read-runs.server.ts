import { desc, eq, isNull, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { legalHolds, retentionFailures, retentionRuns } from "~/db/schema/privacy/retention";
import { restrictedCases } from "~/db/schema/privacy/rights";
import { hourlyKinds } from "./failures.server";
import { kinds } from "./kinds.server";

const mostRuns = 30;
const mostFailures = 100;

const texts = new Map<string, string>([
  ...kinds.map((kind) => [kind.kind, kind.label] as const),
  ...Object.entries(hourlyKinds),
]);
const labelOf = (kind: string): string => texts.get(kind) ?? kind;

export type Retention = Awaited<ReturnType<typeof readRetention>>;

/** The last runs with counts per kind, failures, and active legal holds. */
export async function readRetention() {
  const [runs, failed, failures, holds] = await Promise.all([
    db.select().from(retentionRuns).orderBy(desc(retentionRuns.night)).limit(mostRuns),
    db.$count(retentionFailures),
    db.select().from(retentionFailures).orderBy(retentionFailures.since).limit(mostFailures),
    db
      .select({
        id: sql<string>`coalesce(${legalHolds.applicationId}, ${legalHolds.restrictedId})`,
        number: sql<string>`coalesce(${visaApplications.applicationNumber}, ${restrictedCases.applicationNumber})`,
        placedAt: legalHolds.placedAt,
      })
      .from(legalHolds)
      .leftJoin(visaApplications, eq(visaApplications.id, legalHolds.applicationId))
      .leftJoin(restrictedCases, eq(restrictedCases.id, legalHolds.restrictedId))
      .where(isNull(legalHolds.removedAt))
      .orderBy(legalHolds.placedAt),
  ]);
  return {
    runs: runs.map(({ night, startedAt, finishedAt, counts }) => ({
      night,
      startedAt,
      finishedAt,
      counts: countsOf(counts),
    })),
    failed,
    failures: failures.map(({ kind, subject: _, ...failure }) => ({ ...failure, label: labelOf(kind) })),
    holds,
  };
}

/** Every kind of this release in order, then kinds that only earlier releases had. */
function countsOf(counts: Record<string, number>) {
  const known = kinds.map(({ kind, label }) => ({ label, n: counts[kind] ?? 0 }));
  const names = new Set(kinds.map(({ kind }) => kind));
  const otherCounts = Object.entries(counts).filter(([kind]) => !names.has(kind));
  return [...known, ...otherCounts.map(([text, n]) => ({ label: text, n }))];
}
