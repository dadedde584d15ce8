const max = 40;

/** Shortens a name for the labels of a row's controls, where long names would dominate the page's size. */
export const spoken = (name: string): string => (name.length > max ? `${name.slice(0, max - 1)}…` : name);
