import { config } from "~/config.server";

/** Where this instance listens, to request its own pages as a visitor does. */
let own: string | undefined;

export function setSelfAddress({ address, port }: { address: string; port: number }): void {
  const everywhere = address === "::" || address === "0.0.0.0";
  own = `http://${everywhere ? "localhost" : address.includes(":") ? `[${address}]` : address}:${port}`;
}

/** Whether an origin is this site's: the public one, or the local one of its own requests. */
export const isSameOrigin = (origin: string): boolean =>
  origin === own || (config.PUBLIC_URL !== undefined && origin === new URL(config.PUBLIC_URL).origin);

const patience = 20_000;

/** Requests one of this app's URLs. Rejects while it doesn't listen, or if there is no response. */
export async function fetchSelf(path: string, signal?: AbortSignal): Promise<Response> {
  if (!own) throw new Error("The program does not listen yet");
  const timeout = AbortSignal.timeout(patience);
  return fetch(new URL(path, own), {
    redirect: "manual",
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    headers: { Accept: "text/html,*/*" },
  });
}

/** Whether a page, a file or a redirect exists at a path. */
export async function pathResponds(path: string): Promise<boolean> {
  const response = await fetchSelf(path);
  await response.body?.cancel();
  return response.status !== 404 && response.status !== 410;
}
