import { isContradictory, type Known } from "./contradiction";

/** A node and what each of its records says. */
export type KnownNode = Node & { known: readonly Known[] };

type AreDeclaredDifferent = (a: string, b: string) => boolean;

/** A key that more of a contradictory group share than this identifies nobody. */
const mostSharing = 50;

/** Keys that bind a record to its person, whatever the facts. */
const isFixed = (key: string) => key.startsWith("person ");

/**
 * Groups nodes into persons: connected by keys, without contradiction. In a contradictory group a node that could
 * belong to either of two persons belongs to neither, and staff decide.
 */
export function grouped<Item extends KnownNode>(
  nodes: readonly Item[],
  areDeclaredDifferent: AreDeclaredDifferent,
): Item[][] {
  return components(nodes).flatMap((group) =>
    group.length === 1 || !contradict(group, areDeclaredDifferent) ? [group] : parted(group, areDeclaredDifferent),
  );
}

/** Equal facts count once: a thousand inquiries of one person say no more than one. */
function contradict(nodes: readonly KnownNode[], areDeclaredDifferent: AreDeclaredDifferent): boolean {
  const known = nodes.flatMap((node) => node.known);
  return isContradictory(
    [...new Map(known.map((entry) => [JSON.stringify(entry), entry])).values()],
    areDeclaredDifferent,
  );
}

/** Splits a contradictory group. */
function parted<Item extends KnownNode>(group: readonly Item[], areDeclaredDifferent: AreDeclaredDifferent): Item[][] {
  // Nodes bound to one person count as one node from here on.
  const fixed = components(group.map((node) => ({ ...node, keys: node.keys.filter(isFixed), node }))).map(
    (members) => ({
      nodes: members.map(({ node }) => node),
      keys: [...new Set(members.flatMap(({ node }) => node.keys))].filter((key) => !isFixed(key)),
      known: members.flatMap(({ node }) => node.known),
    }),
  );
  const sharing = Map.groupBy(
    fixed.flatMap((component) => component.keys.map((key) => ({ key, one: component }))),
    ({ key }) => key,
  );
  const together = (members: readonly Pick<KnownNode, "known">[]) =>
    !contradict(
      members.map(({ known }) => ({ id: "", keys: [], known })),
      areDeclaredDifferent,
    );
  const neighbours = new Map(
    fixed.map((component) => {
      const shared = component.keys
        .map((key) => sharing.get(key) ?? [])
        .filter((entries) => entries.length <= mostSharing);
      const sharers = new Set(shared.flatMap((entries) => entries.map((entry) => entry.one)));
      sharers.delete(component);
      return [component, [...sharers].filter((neighbour) => together([component, neighbour]))] as const;
    }),
  );
  const isClear = (component: (typeof fixed)[number]) => together([component, ...(neighbours.get(component) ?? [])]);
  const clear = new Set(fixed.filter(isClear));
  const groups = new Map(fixed.map((component) => [component, [component]]));
  for (const component of clear)
    for (const neighbour of neighbours.get(component) ?? []) {
      const [own = [], its = []] = [groups.get(component), groups.get(neighbour)];
      if (own === its || !clear.has(neighbour) || !together([...own, ...its])) continue;
      const merged = [...own, ...its];
      for (const member of merged) groups.set(member, merged);
    }
  return [...new Set(groups.values())].map((group) => group.flatMap(({ nodes }) => nodes));
}

/** A record, or all records of a person that stays whole, with the keys that tie it to others. */
type Node = { id: string; keys: readonly string[] };

/** The nodes that hang together, directly or by others: with one key in common, two belong together. */
function components<Item extends Node>(nodes: readonly Item[]): Item[][] {
  const parents = nodes.map((_, index) => index);
  const root = (position: number): number => {
    let top = position;
    for (let up = parents[top] ?? top; up !== top; up = parents[top] ?? top) top = up;
    parents[position] = top;
    return top;
  };
  const first = new Map<string, number>();
  nodes.forEach(({ keys }, index) => {
    for (const key of keys) {
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, index);
      else parents[root(index)] = root(earlier);
    }
  });
  return [...Map.groupBy(nodes.keys(), root).values()].map((indexes) => indexes.flatMap((index) => nodes[index] ?? []));
}
