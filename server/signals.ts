/** The signals until the program serves: whether one came, and that from now on the server itself listens to them. */
export type Signals = { ending: () => boolean; release: () => void };
