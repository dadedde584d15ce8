import type { Queryable } from "~/db/client.server";
import { dataKeyOf } from "~/encryption/data-keys.server";
import { UnusableKey } from "~/encryption/keyring.server";
import { log } from "~/log.server";

/** The data key; undefined if it can't be used, which is logged: the rest is still shown. */
export async function usableKey(applicationId: string, from: Queryable): Promise<Buffer | undefined> {
  try {
    return await dataKeyOf({ applicationId }, from);
  } catch (err) {
    if (!(err instanceof UnusableKey)) throw err;
    log.error({ err, applicationId }, "the key of an application's answers can't be used");
    return undefined;
  }
}
