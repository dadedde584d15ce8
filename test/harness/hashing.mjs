import { createRequire } from "node:module";

// Loaded into a program that a test started (NODE_OPTIONS=--import): says each time that it hashes a password, and with
// what cost, from the hash that came of it or that was compared with.
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
