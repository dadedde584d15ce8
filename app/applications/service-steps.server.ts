import { and, asc, eq, inArray, or } from "drizzle-orm";
import { db } from "~/db/client.server";
import { countryFormConfigurations, formStepDefinitions } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { log } from "~/log.server";
import type { StepDefinition } from "./steps/definition";
import { standardSteps, stepByComponent } from "./steps/registry";

/** A step of one service as it stands on the screen: its place is that in the list, counted from 1. */
export type ServiceStep = { definition: StepDefinition; title: string; isAddOn: boolean; minutes: number };

const defaultMinutes = 5;
const lifetime = 5 * 60_000;
const cached = new Map<string, { steps: ServiceStep[]; until: number }>();

/**
 * The steps of a service in order: its own configuration, otherwise its country's, otherwise the standard eight
 * (W-CONF-*). Kept for 5 minutes. A failed read is logged and gives the eight, and is not kept.
 */
export async function stepsOfService(serviceId: string | null): Promise<ServiceStep[]> {
  const key = serviceId ?? "";
  const known = cached.get(key);
  if (known && known.until > Date.now()) return known.steps;
  try {
    const steps = await readSteps(serviceId);
    cached.set(key, { steps, until: Date.now() + lifetime });
    return steps;
  } catch (err) {
    log.error({ err }, "the steps of a service could not be read; the standard steps are used");
    return withMinutes(new Map());
  }
}

const withMinutes = (minutes: Map<string, number | null>): ServiceStep[] =>
  standardSteps.map((definition) => ({
    definition,
    title: definition.title,
    isAddOn: false,
    minutes: minutes.get(definition.code) ?? defaultMinutes,
  }));

async function readSteps(serviceId: string | null): Promise<ServiceStep[]> {
  const rows = serviceId ? await configuredRows(serviceId) : [];
  const own = rows.filter((row) => row.configuration.visaServiceId !== null);
  const applying = own.length > 0 ? own : rows;
  if (applying.length === 0) return withMinutes(await standardMinutes());
  return applying
    .filter(({ configuration, definition }) => configuration.isVisible && definition.isActive)
    .flatMap(({ configuration, definition: stored }) => {
      const definition = stepByComponent(stored.componentName);
      if (!definition) {
        log.warn({ component: stored.componentName }, "a configured step has no component here and is skipped");
        return [];
      }
      return [
        {
          definition,
          title: configuration.customTitle ?? stored.stepName,
          isAddOn: stored.stepType === "addon",
          minutes: stored.estimatedTimeMinutes ?? defaultMinutes,
        },
      ];
    });
}

function configuredRows(serviceId: string) {
  return db
    .select({ configuration: countryFormConfigurations, definition: formStepDefinitions })
    .from(countryFormConfigurations)
    .innerJoin(formStepDefinitions, eq(formStepDefinitions.id, countryFormConfigurations.stepDefinitionId))
    .innerJoin(visaServices, eq(visaServices.id, serviceId))
    .where(
      or(
        eq(countryFormConfigurations.visaServiceId, serviceId),
        and(eq(countryFormConfigurations.countryId, visaServices.countryId)),
      ),
    )
    .orderBy(asc(countryFormConfigurations.stepOrder));
}

async function standardMinutes() {
  const codes = standardSteps.map((step) => step.code);
  const rows = await db
    .select({ code: formStepDefinitions.stepCode, minutes: formStepDefinitions.estimatedTimeMinutes })
    .from(formStepDefinitions)
    .where(inArray(formStepDefinitions.stepCode, codes));
  return new Map(rows.map((row) => [row.code, row.minutes]));
}
