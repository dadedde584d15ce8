import { containsWords, folded, foldedSearch } from "~/db/folded";
import type { Hits } from "./palette.server";
import type { PaletteItem } from "./screens";

/** One line that can be chosen; `all` leads to the list of all that were found, and is none of them itself. */
export type Option = PaletteItem & { number?: string; detail?: string; all?: true };
export type OptionGroup = { title: string; options: readonly Option[] };

export type PaletteItems = { screens: readonly PaletteItem[]; actions: readonly PaletteItem[] };

/**
 * What the palette lists, by kind. What the desk itself offers stands below what was found, but above it when its name
 * begins with what is typed. Without words there are the records that were opened last, and all screens.
 */
export function optionGroups(typed: string, hits: readonly Hits[], { screens, actions }: PaletteItems): OptionGroup[] {
  const found = hits.map(({ title, hits: of, more }) => ({
    title,
    options: more ? [...of, allOf(title.toLowerCase(), typed, more)] : of,
  }));
  const matching = (offers: readonly PaletteItem[]) =>
    offers
      .filter(({ title, also }) => containsWords(`${title} ${also ?? ""}`, typed))
      // What is named so comes before what only has such words beside it.
      .sort((a, b) => Number(containsWords(b.title, typed)) - Number(containsWords(a.title, typed)));
  const own =
    typed === ""
      ? [{ title: "Screens", options: screens }]
      : [
          { title: "Screens", options: matching(screens) },
          { title: "Actions", options: matching(actions) },
        ];
  const meant = typed !== "" && own.some(({ options }) => options.some(({ title }) => begins(title, typed)));
  return (meant ? [...own, ...found] : [...found, ...own]).filter(({ options }) => options.length > 0);
}

const begins = (title: string, typed: string) => folded(title).startsWith(foldedSearch(typed));

/** Some lists have no search of their own, and are shown whole. */
const allOf = (kind: string, typed: string, to: string): Option => ({
  ...{ id: `all ${to}`, title: to.includes("?") ? `All ${kind} with “${typed}”` : `All ${kind}`, to },
  all: true,
});

/** What is said of how much there is, for those who do not see it. */
export function countWords(groups: readonly OptionGroup[]): string {
  const count = groups.reduce((sum, { options }) => sum + options.filter(({ all }) => !all).length, 0);
  const more = groups.filter(({ options }) => options.some(({ all }) => all)).map(({ title }) => title.toLowerCase());
  return more.length > 0 ? `${count} found, and more ${more.join(" and ")}` : `${count} found`;
}
