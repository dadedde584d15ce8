let isListening = false;
const resets: (() => void)[] = [];
const resetAll = () => {
  for (const reset of resets) reset();
};

/** Invalidates everything that `cacheContent` has cached on each notified change of content. */
export const cachedContent = {
  changed: resetAll,
  listening: () => {
    isListening = true;
    resetAll();
  },
  lost: () => {
    isListening = false;
    resetAll();
  },
  away: () => undefined,
};

/**
 * Caches a read of public content until the next notified change; without the LISTEN connection nothing is cached. A
 * failed read isn't cached, and neither is one that called `skip` because part of it is a default.
 */
export function cacheContent<Value>(read: (skip: () => void) => Promise<Value>): () => Promise<Value> {
  let cached: Promise<Value> | undefined;
  resets.push(() => {
    cached = undefined;
  });
  return () => {
    if (cached) return cached;
    let isSkipped = false;
    const reading = read(() => {
      isSkipped = true;
    });
    const drop = () => {
      if (cached === reading) cached = undefined;
    };
    if (isListening) {
      cached = reading;
      reading.then(() => isSkipped && drop(), drop);
    }
    return reading;
  };
}
