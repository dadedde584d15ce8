import type { ServiceStep } from "~/applications/wizard/service-steps.server";
import type { Metadata, visaApplications } from "~/db/schema/applications";
import type { ServiceSlug } from "~/db/seed/starter/shape";
import type { Requirement } from "./documents.server";

/** A service as it stands in the database, with its steps and the documents that it asks for. */
export type SampleService = {
  id: string;
  slug: ServiceSlug;
  serviceName: string;
  visaType: string | null;
  totalPrice: string;
  steps: readonly ServiceStep[];
  requirements: readonly Requirement[];
};

export type ApplicationRow = Omit<typeof visaApplications.$inferInsert, "id" | "metadata" | "createdAt"> & {
  id: string;
  metadata: Metadata;
  createdAt: Date;
};
