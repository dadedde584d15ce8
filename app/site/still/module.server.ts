import { readdirSync } from "node:fs";
import { config } from "~/config.server";

/** The address of `still.ts` in the browser: named by its content's hash in a build, as source in development. */
export const staticPageScript = config.NODE_ENV === "development" ? "/app/site/still/still.ts" : builtModule();

function builtModule(): string {
  const [name, ...others] = readdirSync("build/client/assets").filter((file) => /^still-[\w-]{8}\.js$/.test(file));
  if (!name || others.length > 0) throw new Error("The build has no one module of the still pages: `npm run build`");
  return `/assets/${name}`;
}
