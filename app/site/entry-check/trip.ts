import { checkPath, entryCheckPath } from "~/content/rules/check-path";
import type { EntryPurpose } from "~/content/rules/entry-rules";
import { entryPurposes } from "~/db/schema/values";

type Destination = { code: string; name: string; aliases: readonly string[]; isHidden: boolean };

/** What the visitor chose; unknown values are empty. */
export type Chosen = { passport: string; to: string; purpose: EntryPurpose };
export type FieldErrors = Partial<Record<"passport" | "to" | "purpose", string>>;

export type ReadTrip =
  | { kind: "form"; chosen: Chosen; errors: FieldErrors }
  | { kind: "moved"; path: string }
  | { kind: "trip"; chosen: Chosen };

const nothing: Chosen = { passport: "", to: "", purpose: "visit" };

/**
 * Reads the page's query, `?` included. A trip that is spelled differently, or has other parameters, moves to its
 * canonical URL; `isPreview` accepts these. Destinations have aliases, passports only codes.
 */
export function readTrip(
  query: string,
  passports: ReadonlySet<string>,
  destinations: readonly Destination[],
  isPreview = false,
): ReadTrip {
  const search = new URLSearchParams(query);
  const [passport, to, why] = ["passport", "to", "for"].map((name) => search.get(name)?.trim().toUpperCase() ?? "");
  if (!passport && !to && !why && !["passport", "to", "for"].some((name) => search.has(name)))
    return moved(query, checkPath, { kind: "form", chosen: nothing, errors: {} }, isPreview);
  const destination = destinations.find(
    ({ code, aliases, isHidden }) => !isHidden && (code === to || aliases.includes(to ?? "")),
  );
  const purpose = why ? entryPurposes.find((known) => known === why.toLowerCase()) : "visit";
  const chosen: Chosen = {
    passport: passport && passports.has(passport) ? passport : "",
    to: destination?.code ?? "",
    purpose: purpose ?? "visit",
  };
  if (chosen.to && !search.has("passport") && !search.has("for"))
    return moved(query, `${checkPath}?to=${chosen.to}`, { kind: "form", chosen, errors: {} }, isPreview);
  if (chosen.passport && chosen.to && purpose)
    return moved(query, entryCheckPath(chosen), { kind: "trip", chosen }, isPreview);
  return {
    kind: "form",
    chosen,
    errors: {
      ...(chosen.passport ? {} : { passport: "Choose the country that issued your passport." }),
      ...(chosen.to ? {} : { to: "Choose where you are going." }),
      ...(purpose ? {} : { purpose: "Choose why you are going." }),
    },
  };
}

function moved(query: string, path: string, read: ReadTrip, isPreview: boolean): ReadTrip {
  return isPreview || path === checkPath + query ? read : { kind: "moved", path };
}
