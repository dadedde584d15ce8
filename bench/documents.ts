import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { findWithoutEnding } from "../scripts/check-register.ts";
import { measureSet, percent, rateNames, statedRates, worseThanStated } from "../test/harness/stand-ins/paper-rates.ts";
import { defects } from "../test/harness/stand-ins/papers.ts";
import { figure, type Line } from "./table.ts";

/** The hints about the drawn papers. Fails if a rate is worse than docs/documents.md says. */
export async function measurePapers(perKind?: number): Promise<Line[]> {
  registerHooks(findWithoutEnding);
  const { measurePicture } = await import("../app/documents/inspect/measure.server.ts");
  const milliseconds: number[] = [];
  const measure = async (bytes: Uint8Array) => {
    const started = performance.now();
    const hints = await measurePicture({ bytes }, { purpose: "document", photoRule: null, byteSize: bytes.length });
    milliseconds.push(performance.now() - started);
    return hints;
  };
  const onMisjudged = (text: string) => console.log(`  ${text}`);
  const rates = await measureSet(measure, { ...(perKind ? { perKind } : {}), onMisjudged });
  const worse = worseThanStated(rates, statedRates(readFileSync("docs/documents.md", "utf8")));
  if (worse.length > 0) throw new Error(`Worse than docs/documents.md says: ${worse.join(", ")}`);
  milliseconds.sort((a, b) => a - b);
  const slowest = milliseconds.at(-1) ?? 0;
  const median = milliseconds[Math.floor(milliseconds.length / 2)] ?? 0;
  return [
    {
      what: rateNames.falseAlarms,
      measured: `${rates.falseAlarms} of ${rates.good}, ${percent(rates.falseAlarms, rates.good)} %`,
    },
    ...defects.map((defect) => {
      const { of, found } = rates.found[defect];
      return { what: rateNames[defect], measured: `${found} of ${of}, ${percent(found, of)} %` };
    }),
    { what: "time to measure a picture", measured: `${figure(median)} ms, slowest ${figure(slowest)} ms` },
  ];
}
