/** Signals before the program serves: `ending` once one came; `release` leaves them to the server's own handlers. */
export type Signals = { ending: () => boolean; release: () => void };
