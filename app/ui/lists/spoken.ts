const most = 40;

/** Shortens a name for the labels of a row's controls, where long names would dominate the page's size. */
export const spoken = (name: string): string => (name.length > most ? `${name.slice(0, most - 1)}…` : name);
