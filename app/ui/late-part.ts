import { loadWithRetries } from "~/ui/load-with-retries";

/** A part of a page whose code comes in a file of its own, because most who load the page need none of it. */
export type LatePart<Part> = {
  /** Undefined until it was loaded. */
  now: () => Part | undefined;
  /** `goal` is the address that shows it: the browser goes there where the file is gone, as after a release. */
  load: (goal?: string) => Promise<Part>;
  /** Selects what the server draws of it. */
  drawn: string;
};

/** Code that shows such a part loads it first: a loader on the server, in the browser a `clientLoader`. */
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

/**
 * Loads the parts that the server drew on this page. A route's module awaits it: before they are there nothing comes to
 * life, because what is typed into a part that comes later would not be kept.
 */
export async function loadDrawn(...parts: readonly LatePart<unknown>[]): Promise<void> {
  if (import.meta.env.SSR) return;
  await Promise.all(parts.filter(({ drawn }) => document.querySelector(drawn)).map((part) => part.load()));
}
