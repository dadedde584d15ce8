// Copies all flags (3:2, alpha-2 names in lower case) to public/flags, where pages load them one by one, only those
// that they show. Runs before the build; does nothing if they exist.
import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const from = fileURLToPath(new URL("../node_modules/country-flag-icons/3x2/", import.meta.url));
const to = fileURLToPath(new URL("../public/flags/", import.meta.url));

mkdirSync(to, { recursive: true });
for (const name of readdirSync(from)) {
  if (!/^[A-Z]{2}\.svg$/.test(name)) continue;
  const target = to + name.toLowerCase();
  if (!existsSync(target)) copyFileSync(from + name, target);
}
