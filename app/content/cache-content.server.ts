let isListening = false;
const resets: (() => void)[] = [];
const resetAll = () => {
  for (const reset of resets) reset();
};

/** Listens for changes of the content: each empties all that `cacheContent` has cached. */
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
 * Caches what is read of the public content until its next change; while changes are not notified it is read each time.
 * A read that failed, or that called `skip` because a part of it is a default, is not cached.
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
