import { folded, foldedSearch, matchesSearch } from "~/db/folded";
import type { Hits } from "./palette.server";
import type { PaletteItem } from "./screens";

/** A selectable row; `all` links to the list of all results, and isn't a result itself. */
export type Option = PaletteItem & { number?: string; detail?: string; all?: true };
export type OptionGroup = { title: string; options: readonly Option[] };

export type PaletteItems = { screens: readonly PaletteItem[]; actions: readonly PaletteItem[] };

/**
 * The palette's rows, by kind. The desk's own entries follow the results, but precede them when their title begins with
 * the query. Without a query: the records opened last, and all screens.
 */
export function optionGroups(query: string, hits: readonly Hits[], { screens, actions }: PaletteItems): OptionGroup[] {
  const found = hits.map(({ title, hits: of, more }) => ({
    title,
    options: more ? [...of, allOf(title.toLowerCase(), query, more)] : of,
  }));
  const matching = (items: readonly PaletteItem[]) =>
    items
      .filter(({ title, also }) => matchesSearch(`${title} ${also ?? ""}`, query))
      // Matches in the title come before matches in other words.
      .sort((a, b) => Number(matchesSearch(b.title, query)) - Number(matchesSearch(a.title, query)));
  const own =
    query === ""
      ? [{ title: "Screens", options: screens }]
      : [
          { title: "Screens", options: matching(screens) },
          { title: "Actions", options: matching(actions) },
        ];
  const meant = query !== "" && own.some(({ options }) => options.some(({ title }) => startsWithQuery(title, query)));
  return (meant ? [...own, ...found] : [...found, ...own]).filter(({ options }) => options.length > 0);
}

const startsWithQuery = (title: string, query: string) => folded(title).startsWith(foldedSearch(query));

/** Lists without a search are shown whole. */
const allOf = (kind: string, query: string, to: string): Option => ({
  ...{ id: `all ${to}`, title: to.includes("?") ? `All ${kind} with “${query}”` : `All ${kind}`, to },
  all: true,
});

/** Announces the number of results to screen readers. */
export function describeCounts(groups: readonly OptionGroup[]): string {
  const count = groups.reduce((sum, { options }) => sum + options.filter(({ all }) => !all).length, 0);
  const more = groups.filter(({ options }) => options.some(({ all }) => all)).map(({ title }) => title.toLowerCase());
  return more.length > 0 ? `${count} found, and more ${more.join(" and ")}` : `${count} found`;
}
