import { readdirSync } from "node:fs";
import { config } from "~/config.server";

/** The URL of `static-pages.ts` in the browser: hashed in a build, the source file in development. */
export const staticPageScript =
  config.NODE_ENV === "development" ? "/app/site/static-pages/static-pages.ts" : builtModule();

function builtModule(): string {
  const [name, ...otherFiles] = readdirSync("build/client/assets").filter((file) =>
    /^static-pages-[\w-]{8}\.js$/.test(file),
  );
  if (!name || otherFiles.length > 0)
    throw new Error("The build has no one module of the static pages: `npm run build`");
  return `/assets/${name}`;
}
