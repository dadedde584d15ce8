import { loadWithRetries } from "~/ui/load-with-retries";

/** A part of a page in a chunk of its own, because most visitors don't need it. */
export type LatePart<Part> = {
  /** Undefined until loaded. */
  now: () => Part | undefined;
  /** `goal`: the URL that shows it, opened if the chunk is gone, as after a release. */
  load: (goal?: string) => Promise<Part>;
  drawn: string;
};

/** Load such a part before rendering it: in a loader on the server, in a `clientLoader` in the browser. */
export function latePart<Part>(load: () => Promise<Part>, drawn: string): LatePart<Part> {
  let loading: Promise<Part> | undefined;
  let loaded: Part | undefined;
  return {
    now: () => loaded,
    load: (goal) => {
      loading ??= loadWithRetries(load, drawn, goal).then((part) => {
        loaded = part;
        return part;
      });
      return loading;
    },
    drawn,
  };
}

/** Awaited by a route's module: hydrating without these parts would lose what is typed into one that comes later. */
export async function loadDrawn(...parts: readonly LatePart<unknown>[]): Promise<void> {
  if (import.meta.env.SSR) return;
  await Promise.all(parts.filter(({ drawn }) => document.querySelector(drawn)).map((part) => part.load()));
}
