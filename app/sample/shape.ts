import type { ServiceStep } from "~/applications/steps/service-steps.server";
import type { Fees } from "~/core/prices/price";
import type { Metadata, visaApplications } from "~/db/schema/applications";
import type { ServiceSlug } from "~/db/seed/starter/shape";
import type { Requirement } from "./documents.server";

type Price = Fees & { tierName: string | null };

/** A stored service, with its steps and required documents. */
export type SampleService = {
  id: string;
  slug: ServiceSlug;
  serviceName: string;
  visaType: string | null;
  /** Its prices: the tiers, or a single price. Never empty. */
  prices: readonly Price[];
  steps: readonly ServiceStep[];
  requirements: readonly Requirement[];
};

export type ApplicationRow = Omit<typeof visaApplications.$inferInsert, "id" | "metadata" | "createdAt"> & {
  id: string;
  metadata: Metadata;
  createdAt: Date;
};
