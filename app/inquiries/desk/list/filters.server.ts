import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { ownedCondition, ownedShape, ownerCondition } from "~/accounts/owners/owned-filters.server";
import { cursorParams } from "~/core/lists/keyset.server";
import { addressOf, severalOf, valuesOf } from "~/core/lists/several.server";
import { countFacets, countSome } from "~/db/count-some.server";
import { visaInquiries as t } from "~/db/schema/inquiries";
import { inquiryStatuses } from "~/db/schema/values";
import { inquirySearch } from "../search.server";
import { isPastPromise, isReply } from "../waiting.server";
import { columnIds } from "./columns.server";

const filters = z.object({
  q: z.string().trim().catch(""),
  status: severalOf(inquiryStatuses),
  priority: z.enum(["all", "yes", "no"]).catch("all"),
  service: z.string().max(200).catch("all"),
  /** The country of residence, by its code. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .or(z.literal("all"))
    .catch("all"),
  /** `yes`: unanswered; `late`: after the promised time; `reply`: unanswered, of people whom we answered before. */
  unanswered: z.enum(["all", "yes", "late", "reply"]).catch("all"),
  ...ownedShape,
  sort: z.enum(["newest", "oldest"]).catch("newest"),
  columns: severalOf(columnIds),
  /** The cursor: pages continue towards older or newer inquiries. */
  ...cursorParams,
});
export type InquiryFilters = z.output<typeof filters> & { me: string };

/** Parses the filters of the URL; invalid values are ignored. `me`: the admin whom `owner=me` refers to. */
export function readInquiryFilters(search: URLSearchParams, me = ""): InquiryFilters {
  return { ...filters.parse(valuesOf(search, ["status", "columns"])), me };
}

/** The filters as search parameters, without cursor. */
export function searchParamsOf(filters: InquiryFilters): Record<string, string | undefined> {
  return { ...addressOf(filters), sort: filters.sort === "oldest" ? "oldest" : undefined };
}

/** The SQL condition of search and filters, without cursor. */
export function matching(filters: InquiryFilters): SQL | undefined {
  const { q, priority, service, country, unanswered } = filters;
  return and(
    priority === "all" ? undefined : eq(t.priority, priority === "yes"),
    isAny(service) ? undefined : eq(t.visaService, service),
    country === "all" ? undefined : eq(t.residenceCountry, country),
    unanswered === "yes" ? and(isNull(t.answeredAt), sql`${t.status} in ('new', 'in_review')`) : undefined,
    unanswered === "late" ? isPastPromise : unanswered === "reply" ? isReply : undefined,
    ownedCondition(t, filters),
    inquirySearch(q),
  );
}

const isAny = (service: string) => service === "" || service === "all";

/**
 * The exact number of matches: from maintained counters if they cover the filters, otherwise by counting; null if those
 * are too many to count while a page waits.
 */
export async function countMatching(filters: InquiryFilters): Promise<number | null> {
  const { q, country, age, due, unanswered } = filters;
  const isCounted =
    country === "all" && age === "all" && due === "all" && (unanswered === "all" || unanswered === "yes");
  if (q === "" && isCounted) return countByFacets(filters);
  return countSome(t, matching(filters));
}

function countByFacets({ status, service, owner, me, priority, unanswered }: InquiryFilters): Promise<number> {
  return countFacets("inquiries by facets", (at) =>
    and(
      status.length === 0 ? undefined : inArray(at(0), status),
      isAny(service) ? undefined : eq(at(1), service),
      ownerCondition(sql`${at(2)}::uuid`, owner, me),
      priority === "all" ? undefined : eq(at(3), priority === "yes" ? "true" : "false"),
      unanswered === "all" ? undefined : and(eq(at(4), "true"), inArray(at(0), ["new", "in_review"])),
    ),
  );
}
