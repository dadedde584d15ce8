import { config } from "~/config.server";

/** Where this instance listens, so that it can ask for its own pages as a visitor does. */
let own: string | undefined;

export function setSelfAddress({ address, port }: { address: string; port: number }): void {
  const everywhere = address === "::" || address === "0.0.0.0";
  own = `http://${everywhere ? "localhost" : address.includes(":") ? `[${address}]` : address}:${port}`;
}

/** Whether an origin is this site's: the one that visitors know, or the one that it asks itself at. */
export const isSameOrigin = (origin: string): boolean =>
  origin === own || (config.PUBLIC_URL !== undefined && origin === new URL(config.PUBLIC_URL).origin);

const patience = 20_000;

/** Asks this program for one of its addresses. Fails while it does not listen, and when it does not answer. */
export async function fetchSelf(path: string, signal?: AbortSignal): Promise<Response> {
  if (!own) throw new Error("The program does not listen yet");
  const timeout = AbortSignal.timeout(patience);
  return fetch(new URL(path, own), {
    redirect: "manual",
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    headers: { Accept: "text/html,*/*" },
  });
}

/** Whether something answers at a path: a page, a file or another address of ours that leads on. */
export async function pathResponds(path: string): Promise<boolean> {
  const answer = await fetchSelf(path);
  await answer.body?.cancel();
  return answer.status !== 404 && answer.status !== 410;
}
