import { countryAliases } from "./aliases";
import { demonyms } from "./demonyms";
import { formerStates } from "./former";

let made: Map<string, string[]> | undefined;

/**
 * All that people also call a country, by its ISO alpha-2 code: its other names, its people, and the states that it was
 * part of. A page loads it once somebody comes to type (`loadOtherNames`).
 */
export function otherNames(code: string): readonly string[] | undefined {
  made ??= gathered();
  return made.get(code);
}

function gathered(): Map<string, string[]> {
  const names = new Map<string, string[]>();
  const add = (code: string, some: string) => names.set(code, [...(names.get(code) ?? []), ...some.split("|")]);
  for (const [code, some] of [...Object.entries(countryAliases), ...Object.entries(demonyms)]) add(code, some);
  for (const [some, codes] of formerStates) for (const code of codes.split(" ")) add(code, some);
  return names;
}
