import { createRequire } from "node:module";

// Preloaded into an app (NODE_OPTIONS=--import): logs each hashed or verified password, with the cost from its hash.
const argon2 = createRequire(new URL("../../package.json", import.meta.url))("@node-rs/argon2");
const { hash, verify } = argon2;
const say = (encoded) => console.log(`Hashed with ${/^\$argon2\w+\$v=\d+\$[\w,=]+/.exec(encoded)}`);
argon2.hash = async (...given) => {
  const encoded = await hash(...given);
  say(encoded);
  return encoded;
};
argon2.verify = async (encoded, ...given) => {
  const same = await verify(encoded, ...given);
  say(encoded);
  return same;
};
