import { asc, eq, inArray, or } from "drizzle-orm";
import { standardSteps, stepByComponent } from "~/applications/steps/registry";
import { reviewCertification } from "~/applications/steps/review-certification";
import { db } from "~/db/client.server";
import { visaServices } from "~/db/schema/catalogue";
import { countryFormConfigurations, formStepDefinitions } from "~/db/schema/form-steps";
import type { StepDefinition } from "~/form-engine/definition";
import { log } from "~/log.server";

/** A step of one service; `place` is its position, counted from 1. */
export type ServiceStep = {
  definition: StepDefinition;
  title: string;
  /** Below the title, and behind "Help with this step". */
  hint?: string;
  help?: string;
  isAddOn: boolean;
  minutes: number;
};

const defaultMinutes = 5;
/** Milliseconds, the longest until a changed configuration shows. */
const lifetime = 5 * 60_000;
const cache = new Map<string, { steps: ServiceStep[]; until: number }>();
const pending = new Map<string, Promise<ServiceStep[]>>();
let generation = 0;

/** Entries stay for failed reads, but are read again first. */
const expireAll = () => {
  generation++;
  pending.clear();
  for (const entry of cache.values()) entry.until = 0;
};

/**
 * Content change listener: changed steps show at once in each instance that hears of it. Without `cacheContent`,
 * because an application needs its steps even if they can't be read and changes are not notified.
 */
export const cachedSteps = { changed: expireAll, listening: expireAll, lost: () => undefined, away: () => undefined };

/**
 * The steps of a service in order: its own configuration, else its country's, else the standard eight. Cached for 5
 * minutes; concurrent calls share one read. Throws if they can't be read: a signature must not leave out a step because
 * a read failed.
 */
export async function configuredSteps(serviceId: string | null): Promise<ServiceStep[]> {
  const key = serviceId ?? "";
  const cached = cache.get(key);
  if (cached && cached.until > Date.now()) return cached.steps;
  const running = pending.get(key);
  if (running) return running;
  const startedIn = generation;
  const read = readSteps(serviceId)
    .then((steps) => {
      cache.set(key, { steps, until: startedIn === generation ? Date.now() + lifetime : 0 });
      return steps;
    })
    .finally(() => {
      if (pending.get(key) === read) pending.delete(key);
    });
  pending.set(key, read);
  return read;
}

/** The same for display: after a failed read the last known steps, or the standard eight. */
export async function stepsOfService(serviceId: string | null): Promise<ServiceStep[]> {
  try {
    return await configuredSteps(serviceId);
  } catch (err) {
    const cached = cache.get(serviceId ?? "")?.steps;
    log.error(
      { err },
      `the steps of a service could not be read; the ${cached ? "last known" : "standard"} ones are used`,
    );
    return cached ?? withMinutes(new Map());
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
  const steps: ServiceStep[] = [];
  for (const { configuration, definition: stored } of applying) {
    if (!configuration.isVisible || !stored.isActive) continue;
    const definition = stepByComponent(stored.componentName);
    if (!definition || steps.some((step) => step.definition === definition)) {
      const component = stored.componentName;
      log.warn({ component }, "a configured step has no component here, or has it a second time, and is skipped");
      continue;
    }
    steps.push({
      definition,
      title: configuration.customTitle?.trim() || stored.stepName,
      ...(configuration.hint?.trim() ? { hint: configuration.hint.trim() } : {}),
      ...(configuration.help?.trim() ? { help: configuration.help.trim() } : {}),
      isAddOn: stored.stepType === "addon",
      minutes: stored.estimatedTimeMinutes ?? defaultMinutes,
    });
  }
  return withReview(steps);
}

/** Nothing can be signed without the review: appends it if a configuration hides it. */
function withReview(steps: ServiceStep[]): ServiceStep[] {
  if (steps.some(({ definition }) => definition === reviewCertification)) return steps;
  log.warn("a configuration has no review; it is added as the last step");
  const { title } = reviewCertification;
  return [...steps, { definition: reviewCertification, title, isAddOn: false, minutes: defaultMinutes }];
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
        eq(countryFormConfigurations.countryId, visaServices.countryId),
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
