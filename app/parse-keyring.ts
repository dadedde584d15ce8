/** Names start the ids of keys; the key from SECRET is named `secret`. */
const nameForm = /^[a-z0-9][a-z0-9-]{0,29}$/;

/**
 * KEYRING: `name:key` for each key, with commas between; a key is 32 bytes in base64 or base64url. Throws an error
 * whose message holds no key.
 */
export function parseKeyring(text: string): { name: string; key: Buffer }[] {
  const keys = text.split(",").map((part, index) => {
    const [, name = "", encoded = ""] = /^([^:]*):\s*([A-Za-z0-9+/_-]*={0,2})$/.exec(part.trim()) ?? [];
    if (!nameForm.test(name) || name === "secret")
      throw new TypeError(`key ${index + 1} must be name:key, its name of a to z, 0 to 9 and "-", and not "secret"`);
    const key = Buffer.from(encoded, "base64");
    if (key.length !== 32) throw new TypeError(`the key ${name} must be 32 bytes in base64`);
    return { name, key };
  });
  const twice = keys.find(({ name }, index) => keys.findIndex((key) => key.name === name) !== index);
  if (twice) throw new TypeError(`the name ${twice.name} occurs twice`);
  return keys;
}
