import { availableParallelism } from "node:os";
import type { DocumentHintCode } from "../../../app/db/schema/values.ts";
import { type Defect, type Drawn, defects, drawDefect, drawGood, goodKinds, setSize } from "./papers.ts";

type Found = readonly { code: DocumentHintCode; detail: Readonly<Record<string, number>> }[];
export type Rates = { good: number; falseAlarms: number; found: Record<Defect, { of: number; found: number }> };

/** Draws and measures `perKind` pictures of each kind, spread over the set, or all; says which were misjudged. */
export async function measureSet(
  measure: (bytes: Uint8Array) => Promise<Found>,
  { perKind = Number.POSITIVE_INFINITY, onMisjudged = (_text: string) => {} } = {},
): Promise<Rates> {
  const empty = () => ({ of: 0, found: 0 });
  const rates: Rates = {
    good: 0,
    falseAlarms: 0,
    found: { blurred: empty(), dark: empty(), small: empty(), cut_off: empty() },
  };
  const codes = (hints: Found) => hints.map(({ code }) => code).join(", ") || "nothing";
  const good = goodKinds.flatMap((kind) =>
    spread(setSize.good, perKind).map((index) => async () => {
      const hints = await measure((await drawGood(kind, index)).bytes);
      rates.good += 1;
      if (hints.length === 0) return;
      rates.falseAlarms += 1;
      onMisjudged(`${kind} ${index}: ${codes(hints)}`);
    }),
  );
  const bad = defects.flatMap((defect) =>
    spread(setSize.defect, perKind).map((index) => async () => {
      const drawn = await drawDefect(defect, index);
      const hints = await measure(drawn.bytes);
      rates.found[defect].of += 1;
      if (isFound(defect, drawn, hints)) rates.found[defect].found += 1;
      else onMisjudged(`${defect} ${index}: ${codes(hints)}`);
    }),
  );
  const work = [...good, ...bad].values();
  const one = async () => {
    for (const next of work) await next();
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, one));
  return rates;
}

/** A cut edge counts only if no whole one is named. */
function isFound(defect: Defect, { cut }: Drawn, hints: Found): boolean {
  const hint = hints.find(({ code }) => code === defect);
  if (!hint || defect !== "cut_off") return hint !== undefined;
  return Object.keys(hint.detail).every((edge) => cut.some((name) => name === edge));
}

const spread = (size: number, count: number) =>
  count >= size
    ? Array.from({ length: size }, (_, index) => index)
    : Array.from({ length: count }, (_, index) => Math.floor((index * size) / count));

export const percent = (part: number, whole: number) => Math.round((part / whole) * 1000) / 10;

/** The rates that docs/documents.md states, in percent, by the first words of their lines. */
export function statedRates(documentation: string): Map<string, number> {
  const lines = documentation.matchAll(/^\| ([^|]+?) \|.* (\d+(?:\.\d+)?) % \|$/gm);
  return new Map([...lines].map(([, name = "", rate]) => [name, Number(rate)]));
}

export const rateNames: Record<Defect | "falseAlarms", string> = {
  falseAlarms: "good pictures with any hint",
  blurred: "blurred or shaken",
  dark: "dark",
  small: "small",
  cut_off: "cut off",
};

/** The rates that are worse than stated, by more than a point. */
export function worseThanStated(rates: Rates, stated: ReadonlyMap<string, number>): string[] {
  const problems: string[] = [];
  const compare = (key: keyof typeof rateNames, measured: number, isWorse: (limit: number) => boolean) => {
    const limit = stated.get(rateNames[key]);
    if (limit === undefined || isWorse(limit)) problems.push(`${rateNames[key]}: ${measured} %, stated ${limit} %`);
  };
  const alarms = percent(rates.falseAlarms, rates.good);
  compare("falseAlarms", alarms, (limit) => alarms > limit + 1);
  for (const defect of defects) {
    const { of, found } = rates.found[defect];
    const measured = percent(found, of);
    compare(defect, measured, (limit) => measured < limit - 1);
  }
  return problems;
}
