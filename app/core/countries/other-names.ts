import { countryAliases } from "./aliases";
import { demonyms } from "./demonyms";
import { formerStates } from "./former";

let made: Map<string, string[]> | undefined;

/** Returns aliases, demonyms and former states. Pages load this module lazily, through `loadOtherNames`. */
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
