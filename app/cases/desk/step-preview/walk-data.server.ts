import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { requirementsOf } from "~/applications/required-files/requirements.server";
import { stepByCode } from "~/applications/steps/registry";
import type { WizardData } from "~/applications/wizard/data.server";
import { questionRules } from "~/applications/wizard/files/places.server";
import type { ListedStep } from "~/applications/wizard/step-list";
import { shownCodes, titleOf } from "~/content/editing/kinds/steps/known";
import { type Owner, ownerOf } from "~/content/editing/kinds/steps/owner";
import { configurationIn } from "~/content/editing/kinds/steps/step-fields";
import { countryList } from "~/core/countries.server";
import { percentAt } from "~/core/percent-at";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { visaServices } from "~/db/schema/catalogue";
import { contentVersions } from "~/db/schema/content";
import { todayAround } from "~/form-engine/validate";
import { documentsPart } from "./walk-part";

/** The service of the steps; for a country its first available service, with its documents. */
async function serviceOf({ of, id }: Owner) {
  const isIt =
    of === "service" ? eq(visaServices.id, id) : and(eq(visaServices.countryId, id), eq(visaServices.isActive, true));
  const [service] = await db
    .select({ id: visaServices.id, name: visaServices.serviceName })
    .from(visaServices)
    .where(isIt)
    .orderBy(asc(visaServices.serviceName))
    .limit(1);
  return service ?? null;
}

export type StepPreview = NonNullable<Awaited<ReturnType<typeof readStepPreview>>>;

/** Belongs to no application, so that a form sent there changes nothing. */
const noApplication = "00000000-0000-0000-0000-000000000000";

/**
 * One screen of the wizard in a version's configuration, for an applicant without answers. Stores nothing. Undefined if
 * there is no such version.
 */
export async function readStepPreview(versionId: string | null, part: string | null) {
  const id = z.uuid().safeParse(versionId);
  if (!id.success) return undefined;
  const [version] = await db.select().from(contentVersions).where(eq(contentVersions.id, id.data));
  const owner = version?.kind === "steps" ? ownerOf(version.key) : null;
  if (!version || !owner) return undefined;
  const { steps, texts } = configurationIn(version.data);
  const codes = shownCodes(steps);
  const service = await serviceOf(owner);
  const index = Math.max(0, codes.indexOf(part ?? ""));
  const code = codes[index] ?? "";
  const listed = codes.map((stepCode, position): ListedStep => {
    const { title, hint, help } = texts.get(stepCode) ?? {};
    return {
      ...{ code: stepCode, title: title ?? titleOf(stepCode), hint: hint ?? undefined, help: help ?? undefined },
      ...{ open: true, state: position === index && part !== documentsPart ? "Current" : "Not started" },
    };
  });
  const definitions = codes.flatMap((stepCode) => stepByCode(stepCode) ?? []).map((definition) => ({ definition }));
  return {
    version: { id: version.id, number: version.number },
    editor: `/admin/content/steps/${version.key}`,
    documents: service ? await requirementsOf(service.id) : [],
    isOnDocuments: part === documentsPart,
    wizard: {
      ...{ view: "wizard", id: noApplication, number: "Preview", serviceName: service?.name ?? null, tierName: null },
      ...{ applicant: "", visa: null, begunAt: new Date().toISOString() },
      ...{ isSharedDevice: false, savedAt: new Date().toISOString(), place: index + 1, total: codes.length },
      address: { email: "applicant@example.com", confirmed: true, change: null, comesBack: false },
      percent: percentAt(index + 1, codes.length),
      added: [],
      step: { code, title: listed[index]?.title ?? "" },
      previous: codes[index - 1] ?? null,
      ...{
        change: null,
        answers: {},
        earlier: {},
        revision: 0,
        seen: null,
        others: {},
        steps: listed,
        countries: countryList,
        phoneCountries: [],
      },
      today: todayAround(),
      ...(await questionRules(service?.id ?? null, definitions)),
      ...{ differences: [], passport: { suggestion: null, waiting: [], answeredAt: "" } },
      ...{ anew: [], asked: { questions: {}, documents: [] }, renews: null },
      ...{
        removed: [],
        hints: {},
        hinted: [],
        review: [],
        missing: [],
        payment: null,
        agreement: null,
        later: [],
        documents: undefined,
      },
      ...{ signatureDate: nassauDay(), attempt: noApplication },
    } satisfies WizardData,
  };
}
