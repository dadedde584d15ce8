// Loaded before every build tool and test by `run.mjs` if the project's path has characters that Vite reads as part of
// a URL: it drops what follows a `#` or `?` and decodes `%41`. Replaces the project's path by PLAIN_FOLDER, a symbolic
// link: as the working directory, for modules, and for Vite, which would resolve links.
import fs from "node:fs";
import { registerHooks, syncBuiltinESMExports } from "node:module";

const name = process.env.PLAIN_FOLDER;
const folder = fs.realpathSync(name);
const plain = (path) =>
  path === folder || path?.startsWith?.(`${folder}/`) ? `${name}${path.slice(folder.length)}` : path;

const workingDirectory = process.cwd;
process.cwd = () => plain(workingDirectory());

const sync = (real) => (path, options) => plain(real(path, options));
const called =
  (real) =>
  (path, ...given) => {
    const done = given.pop();
    real(path, ...given, (error, found) => done(error, plain(found)));
  };
const { realpath, realpathSync, readlink, readlinkSync, promises } = fs;
// The native ones don't use `fs.readlink`.
fs.realpathSync = Object.assign(sync(realpathSync.native), { native: sync(realpathSync.native) });
fs.realpath = Object.assign(called(realpath.native), { native: called(realpath.native) });
const promised = promises.realpath;
promises.realpath = async (path, options) => plain(await promised(path, options));

// Tools that resolve links by themselves, such as dependency-cruiser, find none here.
const notALink = () => Object.assign(new Error(`EINVAL: ${name} is a folder here`), { code: "EINVAL" });
fs.readlink = (path, options, done = options) =>
  path === name ? queueMicrotask(() => done(notALink())) : readlink(path, options, done);
fs.readlinkSync = (path, options) => {
  if (path === name) throw notALink();
  return readlinkSync(path, options);
};
syncBuiltinESMExports();

// These resolve links by native code: Vite, also as started by React Router and Vitest with their own configuration,
// and knip's resolver.
const keepingLinks = {
  vite: `
    const keeping = (config) => ({ ...config, resolve: { ...config?.resolve, preserveSymlinks: true } });
    export const createServer = (config) => real.createServer(keeping(config));
    export const createBuilder = (config, ...more) => real.createBuilder(keeping(config), ...more);
    export const resolveConfig = (config, ...more) => real.resolveConfig(keeping(config), ...more);`,
  "oxc-resolver": `
    const plain = (path) => path && realpathSync(path);
    const plainly = (found) => ({ ...found, path: plain(found.path), packageJsonPath: plain(found.packageJsonPath) });
    export class ResolverFactory extends real.ResolverFactory {
      sync(...given) {
        return plainly(super.sync(...given));
      }
      resolveFileSync(...given) {
        return plainly(super.resolveFileSync(...given));
      }
    }`,
};
const scheme = "keeping-links:";
registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    const isOurs = Object.hasOwn(keepingLinks, specifier) && !context.parentURL?.startsWith(scheme);
    return isOurs ? { ...found, url: `${scheme}${specifier}?${found.url}` } : found;
  },
  load: (url, context, next) => {
    if (!url.startsWith(scheme)) return next(url, context);
    const [, specifier, real] = /^keeping-links:(.*?)\?(.*)$/.exec(url);
    const source = `
      import { realpathSync } from "node:fs";
      import * as real from ${JSON.stringify(real)};
      export * from ${JSON.stringify(real)};
      ${keepingLinks[specifier]}`;
    return { format: "module", source, shortCircuit: true };
  },
});
