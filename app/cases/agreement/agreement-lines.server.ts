import type { Queryable } from "~/db/client.server";
import { readAgreement } from "./reading/read-agreement.server";
import { againWords, stateWords, versionWords } from "./words";

export type AgreementLines = Awaited<ReturnType<typeof agreementLines>>;

/** The agreement of a case as a line of what is open, and lines of what was signed, newest first. */
export async function agreementLines(from: Queryable, applicationId: string) {
  const { current, signed } = await readAgreement(from, applicationId);
  return {
    open: current
      ? {
          title: current.title,
          version: versionWords(current),
          again: current.because && againWords[current.because],
        }
      : null,
    done: signed.map(({ id, title, version, publishedAt, ...state }) => ({
      ...{ id, title, version: versionWords({ version, publishedAt }), state: stateWords(state) },
    })),
  };
}
