export type Instead = { title: string; description: string };
type InsteadOf = (path: string) => Promise<Instead>;

let known: InsteadOf = async () => ({ title: "", description: "" });

/** The page folders register this at startup, because this module may not import them. */
export function registerInstead(of: InsteadOf): void {
  known = of;
}

export const insteadOf: InsteadOf = (path) => known(path);
