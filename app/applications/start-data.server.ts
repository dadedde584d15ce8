import { and, asc, eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { documentRequirements } from "~/db/schema/applications";
import { countries, visaServices } from "~/db/schema/catalogue";
import { log } from "~/log.server";
import { stepsOfService } from "./service-steps.server";

const uuid = /^[0-9a-f-]{36}$/i;

/** What the start page shows of a service, its steps and its documents. A failed read is logged; the page still shows (W-START-17). */
export async function startData(serviceId: string | null) {
  const id = serviceId && uuid.test(serviceId) ? serviceId : null;
  const quietly = async <Value>(what: string, read: Promise<Value>, otherwise: Value) =>
    read.catch((err: unknown) => {
      log.error({ err }, `${what} could not be read`);
      return otherwise;
    });
  const [found] = id ? await quietly("the service", readService(id), []) : [];
  const service = found?.service ?? null;
  const [steps, documents] = await Promise.all([
    stepsOfService(service?.id ?? null),
    service ? quietly("the document requirements", readDocuments(service.id), []) : [],
  ]);
  return {
    service: service && {
      id: service.id,
      name: service.serviceName,
      slug: service.slug,
      description: service.description,
      processingTime: service.processingTime,
      validityPeriod: service.validityPeriod,
      totalPrice: service.totalPrice,
      country: found?.country ?? null,
    },
    steps: steps.map((step) => ({
      code: step.definition.code,
      title: step.title,
      isAddOn: step.isAddOn,
      minutes: step.minutes,
    })),
    minutes: steps.reduce((sum, step) => sum + step.minutes, 0),
    documents: documents.map(({ documentType, documentName, description, isRequired }) => ({
      type: documentType,
      name: documentName,
      description,
      isRequired,
    })),
  };
}

const readService = (id: string) =>
  db
    .select({ service: visaServices, country: { code: countries.code, name: countries.name } })
    .from(visaServices)
    .leftJoin(countries, eq(countries.id, visaServices.countryId))
    .where(and(eq(visaServices.id, id), eq(visaServices.isActive, true)));

const readDocuments = (serviceId: string) =>
  db
    .select()
    .from(documentRequirements)
    .where(eq(documentRequirements.visaServiceId, serviceId))
    .orderBy(asc(documentRequirements.displayOrder));
