import { serviceLines } from "~/catalogue/services.server";
import { readBlock } from "~/content/read.server";
import { answerFor, type EntryOutcome, needsNoVisa } from "~/content/rules/entry-rules";
import { passportInWords } from "~/content/rules/not-needed";
import { shownRules } from "~/content/rules/rules.server";
import {
  conditionsOf,
  headlineOf,
  headlineOfOutcome,
  lastCheckedOf,
  sourceTextOf,
  tripInWords,
} from "~/content/rules/words";
import { stateless } from "~/core/countries/stateless";
import { countryName } from "~/core/countries.server";
import type { RequestContext } from "~/core/request-context";
import { nassauDay } from "~/core/time";
import type { Chosen } from "./trip";

export type AnswerView = NonNullable<Awaited<ReturnType<typeof readAnswer>>>;

const passportName = (code: string): string => (code === stateless.code ? stateless.name : countryName(code));

/** The answer of a trip as the page shows it. `destination`: its name. */
export async function readAnswer(visit: RequestContext, chosen: Chosen, destination: string) {
  const outcome = answerFor(await shownRules(chosen.to), chosen.passport, chosen.to, chosen.purpose, nassauDay());
  const rule = outcome.kind === "rule" ? outcome.rule : null;
  // While no visas are issued there is nothing to sell.
  const service = rule?.service && rule.answer !== "suspended" ? await activeService(visit, rule.service.id) : null;
  return {
    kind: outcome.kind,
    answer: rule?.answer ?? null,
    headline: headlineOfOutcome(outcome),
    lastChecked: lastCheckedOf(outcome),
    trip: {
      who: passportInWords(chosen.passport, passportName(chosen.passport)),
      where: tripInWords(chosen.purpose, destination),
    },
    stay: rule?.stay ?? null,
    ...(rule ? conditionsOf(rule) : { conditions: [], notes: [] }),
    otherwise: rule?.otherwise ? headlineOf(rule.otherwise) : null,
    source: rule ? sourceTextOf(rule) : null,
    checkedOn: rule?.checkedOn ?? null,
    /** Where travelers apply themselves. */
    official: rule?.officialPage && (rule.answer === "eta" || rule.answer === "evisa") ? rule.officialPage : null,
    /** Where to read on without us. */
    elsewhere: rule ? { url: rule.officialPage ?? rule.source.url, isOfficial: rule.officialPage !== null } : null,
    service,
    needsNothing: service === null && isNothingNeeded(outcome),
  };
}

/** Nothing that we could sell: no visa is needed, or it is given on arrival. */
const isNothingNeeded = (outcome: EntryOutcome): boolean =>
  outcome.kind === "own" || (outcome.kind === "rule" && needsNoVisa.includes(outcome.rule.answer));

/** A service that is inactive or deleted is left out. */
async function activeService(visit: RequestContext, id: string) {
  const lines = await readBlock(visit, "the services", serviceLines(), []);
  const line = lines.find((service) => service.id === id);
  if (!line) return null;
  const { slug, name, processingTime, said } = line;
  return { slug, name, processingTime, ...said };
}
