const most = 40;

/**
 * A name as the labels of a row's controls say it. A long one stands there so often that a list would weigh more by it
 * than by all else.
 */
export const spoken = (name: string): string => (name.length > most ? `${name.slice(0, most - 1)}…` : name);
