import { loadedSeeds } from "../schema/content";
import { table } from "./entry";

// Only compiled: every line below a `@ts-expect-error` must be refused.

const shared = { of: ["nobody"], why: "work", keeps: ["always"] } as const;

table(loadedSeeds, shared, { name: "Name", loadedAt: "When" });

// @ts-expect-error: the column `loadedAt` is not said
table(loadedSeeds, shared, { name: "Name" });

// @ts-expect-error: there is no column `size`
table(loadedSeeds, shared, { name: "Name", loadedAt: "When", size: "Size" });

// @ts-expect-error: there is no such rule
table(loadedSeeds, { ...shared, keeps: ["forever"] }, { name: "Name", loadedAt: "When" });

// @ts-expect-error: it does not say whose
table(loadedSeeds, { why: "work", keeps: ["always"] }, { name: "Name", loadedAt: "When" });
