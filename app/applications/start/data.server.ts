import { and, eq } from "drizzle-orm";
import { requirementsOf } from "~/applications/wizard/files/requirements.server";
import { stepsOfService } from "~/applications/wizard/service-steps.server";
import { db } from "~/db/client.server";
import { countries, visaServices } from "~/db/schema/catalogue";
import { log } from "~/log.server";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Minutes that are shown while there is no service whose estimates could be used (W-CONF-18, D18). */
const minutesBefore = 30;

/**
 * What the start page shows of a service, its steps and its documents. `isUnknown`: no service has this id. `isUnread`:
 * the read failed and was logged; the page then shows no details but starts for the same service (W-START-17).
 */
export async function startData(serviceId: string | null) {
  const id = serviceId && uuid.test(serviceId) ? serviceId : null;
  const read = id ? await quietly("the service", readService(id), null) : [];
  const found = read?.[0];
  const [steps, documents] = await Promise.all([
    stepsOfService(found?.service.id ?? null),
    requirementsOf(found?.service.id ?? null),
  ]);
  return {
    serviceId: read === null ? id : (found?.service.id ?? null),
    isUnknown: serviceId !== null && serviceId !== "" && read !== null && !found,
    isUnread: read === null,
    service: found ? serviceView(found) : null,
    steps: steps.map((step) => ({
      code: step.definition.code,
      title: step.title,
      isAddOn: step.isAddOn,
      minutes: found ? step.minutes : null,
    })),
    minutes: found ? steps.reduce((sum, step) => sum + step.minutes, 0) : minutesBefore,
    documents,
  };
}

const quietly = <Value, Otherwise>(what: string, read: Promise<Value>, otherwise: Otherwise) =>
  read.catch((err: unknown) => {
    log.error({ err }, `${what} could not be read`);
    return otherwise;
  });

const serviceView = ({ service, country }: Awaited<ReturnType<typeof readService>>[number]) => ({
  name: service.serviceName,
  slug: service.slug,
  description: service.description,
  processingTime: service.processingTime,
  validityPeriod: service.validityPeriod,
  totalPrice: service.totalPrice,
  country,
});

const readService = (id: string) =>
  db
    .select({
      service: visaServices,
      country: { code: countries.code, name: countries.name, flagEmoji: countries.flagEmoji },
    })
    .from(visaServices)
    .leftJoin(countries, eq(countries.id, visaServices.countryId))
    .where(and(eq(visaServices.id, id), eq(visaServices.isActive, true)));
