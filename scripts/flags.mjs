// Copies the flags of all countries (3:2, alpha-2 names in small letters) to public/flags, where pages ask for them one
// by one: no page carries flags that it does not show. Run before the build; does nothing when they are there.
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
