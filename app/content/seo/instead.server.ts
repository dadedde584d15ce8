/** What a page uses where nothing is stored for it. */
export type Instead = { title: string; description: string };
type InsteadOf = (path: string) => Promise<Instead>;

let known: InsteadOf = async () => ({ title: "", description: "" });

/** The rooms of the pages say so when the program starts, because this one stands below them. */
export function registerInstead(of: InsteadOf): void {
  known = of;
}

export const insteadOf: InsteadOf = (path) => known(path);
