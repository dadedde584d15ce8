/**
 * The host of a typed name such as `pay.example.com` in ASCII, as browsers compare it (IDNA); undefined for URLs with
 * more than a host, IP addresses and names without a dot.
 */
export function readHost(rawInput: string): string | undefined {
  const typed = rawInput.trim().replace(/\/$/, "").toLowerCase();
  const name = typed.startsWith("https://") ? typed.slice("https://".length) : typed;
  // The URL parser would remove these, or read a user, port, path or query from them.
  if (/[\s/\\@:?#%[\]\p{C}]/u.test(name) || !URL.canParse(`https://${name}/`)) return undefined;
  const { hostname } = new URL(`https://${name}/`);
  const labels = hostname.split(".");
  const isName = labels.length > 1 && labels.every((label) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/.test(label));
  return isName && hostname.length <= 253 && !/^[\d.]+$/.test(hostname) ? hostname : undefined;
}

/** The hosts of the setting `pay_link_hosts`. */
export const readHosts = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.flatMap((host) => (typeof host === "string" ? (readHost(host) ?? []) : [])) : [];
