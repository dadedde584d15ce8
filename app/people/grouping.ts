import { isContradictory, type Known } from "./contradiction";

/** A node and what each of its records says. */
export type KnownNode = Node & { known: readonly Known[] };

type AreToldApart = (one: string, other: string) => boolean;

/** A key that more of a contradictory group share than this identifies nobody. */
const mostSharing = 50;

/** Keys that bind a record to its person, whatever the facts. */
const isFixed = (key: string) => key.startsWith("person ");

/**
 * Groups nodes into persons: connected by keys, without contradiction. In a contradictory group a node that could
 * belong to either of two persons belongs to neither, and staff decide.
 */
export function grouped<Some extends KnownNode>(nodes: readonly Some[], areToldApart: AreToldApart): Some[][] {
  return components(nodes).flatMap((group) =>
    group.length === 1 || !contradict(group, areToldApart) ? [group] : parted(group, areToldApart),
  );
}

/** Equal facts count once: a thousand inquiries of one person say no more than one. */
function contradict(nodes: readonly KnownNode[], areToldApart: AreToldApart): boolean {
  const known = nodes.flatMap((node) => node.known);
  return isContradictory([...new Map(known.map((one) => [JSON.stringify(one), one])).values()], areToldApart);
}

/** Splits a contradictory group. */
function parted<Some extends KnownNode>(group: readonly Some[], areToldApart: AreToldApart): Some[][] {
  // Nodes bound to one person count as one node from here on.
  const fixed = components(group.map((node) => ({ ...node, keys: node.keys.filter(isFixed), node }))).map((some) => ({
    nodes: some.map(({ node }) => node),
    keys: [...new Set(some.flatMap(({ node }) => node.keys))].filter((key) => !isFixed(key)),
    known: some.flatMap(({ node }) => node.known),
  }));
  const sharing = Map.groupBy(
    fixed.flatMap((one) => one.keys.map((key) => ({ key, one }))),
    ({ key }) => key,
  );
  const together = (some: readonly Pick<KnownNode, "known">[]) =>
    !contradict(
      some.map(({ known }) => ({ id: "", keys: [], known })),
      areToldApart,
    );
  const neighbours = new Map(
    fixed.map((one) => {
      const shared = one.keys.map((key) => sharing.get(key) ?? []).filter((some) => some.length <= mostSharing);
      const others = new Set(shared.flatMap((some) => some.map((entry) => entry.one)));
      others.delete(one);
      return [one, [...others].filter((other) => together([one, other]))] as const;
    }),
  );
  const isClear = (one: (typeof fixed)[number]) => together([one, ...(neighbours.get(one) ?? [])]);
  const clear = new Set(fixed.filter(isClear));
  const groups = new Map(fixed.map((one) => [one, [one]]));
  for (const one of clear)
    for (const other of neighbours.get(one) ?? []) {
      const [own = [], its = []] = [groups.get(one), groups.get(other)];
      if (own === its || !clear.has(other) || !together([...own, ...its])) continue;
      const both = [...own, ...its];
      for (const some of both) groups.set(some, both);
    }
  return [...new Set(groups.values())].map((some) => some.flatMap(({ nodes }) => nodes));
}

/** A record, or all records of a person that stays whole, with the keys that tie it to others. */
type Node = { id: string; keys: readonly string[] };

/** The nodes that hang together, directly or by others: with one key in common, two belong together. */
function components<Some extends Node>(nodes: readonly Some[]): Some[][] {
  const parents = nodes.map((_, at) => at);
  const root = (at: number): number => {
    let top = at;
    for (let up = parents[top] ?? top; up !== top; up = parents[top] ?? top) top = up;
    parents[at] = top;
    return top;
  };
  const first = new Map<string, number>();
  nodes.forEach(({ keys }, at) => {
    for (const key of keys) {
      const other = first.get(key);
      if (other === undefined) first.set(key, at);
      else parents[root(at)] = root(other);
    }
  });
  return [...Map.groupBy(nodes.keys(), root).values()].map((places) => places.flatMap((at) => nodes[at] ?? []));
}
