/** Signals before the server listens: `ending` after one; `release` leaves them to the server's own handlers. */
export type Signals = { ending: () => boolean; release: () => void };
