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
  const add = (code: string, aliases: string) => names.set(code, [...(names.get(code) ?? []), ...aliases.split("|")]);
  for (const [code, aliases] of [...Object.entries(countryAliases), ...Object.entries(demonyms)]) add(code, aliases);
  for (const [aliases, codes] of formerStates) for (const code of codes.split(" ")) add(code, aliases);
  return names;
}
