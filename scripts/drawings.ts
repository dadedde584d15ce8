// Writes the files in `app/ui/brand/apart/`: `node scripts/drawings.ts`, after a drawing has changed. They are
// committed; a test compares them with the code.
import { writeFileSync } from "node:fs";
import { drawingsFile } from "../app/ui/brand/apart/drawings.ts";

for (const file of ["pages", "home"] as const) writeFileSync(`app/ui/brand/apart/${file}.svg`, drawingsFile(file));
