/** A record, or all records of a person that stays whole, with the keys that tie it to others. */
export type Node = { id: string; keys: readonly string[] };

/** The nodes that hang together, directly or by others: with one key in common, two belong together. */
export function components<Some extends Node>(nodes: readonly Some[]): Some[][] {
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
