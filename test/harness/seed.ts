// SEED=… draws again what a random test drew when it failed, which prints its seed.
const { SEED } = process.env;
if (SEED) {
  const { configureGlobal } = await import("fast-check");
  configureGlobal({ seed: Number(SEED.split(":")[0]) });
}

export {};
