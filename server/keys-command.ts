import { recordActivity } from "~/core/activity.server";
import { db } from "~/db/client.server";
import { applyMigrations } from "~/db/migrate.server";
import { newKey } from "~/encryption/cipher.server";
import { rotateAll, rotationProgress } from "~/encryption/rotate.server";
import { countKeys, type KeyCount } from "~/encryption/used-keys.server";
import { parseKeyring } from "~/parse-keyring";
import { registerFeatures } from "./features";

const usage = `npm run keys              lists the keys, and how many data keys each of them wraps
npm run keys -- new NAME  prints a new key, to be put first into KEYRING
npm run keys -- renew re-encrypts every data key with the first key; the program can keep running if it was restarted with this KEYRING`;

/** `npm run keys -- …` on an open database: returns the exit status. */
export async function keysCommand([action, ...more]: string[]): Promise<number> {
  if ((action !== undefined && action !== "renew") || more.length > 0) {
    console.error(usage);
    return 2;
  }
  await applyMigrations();
  return action === "renew" ? renew() : list();
}

/** `npm run keys -- new NAME`: needs no database. Returns the exit status. */
export function newKeyCommand(name: string | undefined): number {
  const line = `${name ?? ""}:${newKey().toString("base64")}`;
  try {
    parseKeyring(line);
  } catch {
    console.error(`${usage}\nA name may contain a to z, 0 to 9 and "-", and must not be "secret".`);
    return 2;
  }
  console.log(line);
  return 0;
}

async function list() {
  const keys = await countKeys(db);
  const width = Math.max(...keys.map(({ id }) => id.length));
  for (const key of keys) console.log(`${key.id.padEnd(width)}  ${count(key.dataKeys).padStart(9)}  ${wordsOf(key)}`);
  return 0;
}

const count = (value: number) => value.toLocaleString("en-US");

function wordsOf({ dataKeys, state }: KeyCount) {
  if (state === "writes") return "Active";
  if (state === "missing") return "Missing";
  return dataKeys === 0 ? "Can be removed" : "Read only";
}

async function renew() {
  registerFeatures();
  await recordActivity(db, null, {
    actionType: "keys_renewal_started",
    subjectType: "keys",
    details: { by: "command" },
  });
  let printed = "";
  const printProgress = async () => {
    const { done, total } = await rotationProgress(db);
    const line = `${count(done)} of ${count(total)}`;
    if (line !== printed) console.log(line);
    printed = line;
  };
  const unreadable = await rotateAll({ onProgress: printProgress });
  await printProgress();
  if (unreadable > 0) console.error(`${count(unreadable)} data keys are damaged and can't be renewed.`);
  return unreadable > 0 ? 1 : 0;
}
