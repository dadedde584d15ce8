import type { ServiceStep } from "~/applications/steps/service-steps.server";
import type { Fees } from "~/core/prices/price";
import type { Metadata, visaApplications } from "~/db/schema/applications";
import type { ServiceSlug } from "~/db/seed/starter/shape";
import type { Requirement } from "./documents.server";

type Price = Fees & { tierName: string | null };

/** A service as it stands in the database, with its steps and the documents that it asks for. */
export type SampleService = {
  id: string;
  slug: ServiceSlug;
  serviceName: string;
  visaType: string | null;
  /** What it costs: its tiers, or its one price (N-BEGIN-3). Never empty. */
  prices: readonly Price[];
  steps: readonly ServiceStep[];
  requirements: readonly Requirement[];
};

export type ApplicationRow = Omit<typeof visaApplications.$inferInsert, "id" | "metadata" | "createdAt"> & {
  id: string;
  metadata: Metadata;
  createdAt: Date;
};
