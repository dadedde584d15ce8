// The files of a worker run one after another in the same process, so all share this.
const ends: (() => unknown)[] = [];

/** Calls `end` after the test file, even if its set-up fails. What was started last ends first. */
export function afterFile(end: () => unknown): void {
  ends.push(end);
}

/** Ends what was started so far, all of it even if one end fails. Scripts call it before they exit. */
export async function endStarted(): Promise<void> {
  const end = ends.pop();
  if (!end) return;
  try {
    await end();
  } finally {
    await endStarted();
  }
}

/** What `start` starts is not ended after the file: others share it. */
export async function outlivingFile<Started>(start: () => Promise<Started>): Promise<Started> {
  const before = ends.length;
  const started = await start();
  ends.splice(before);
  return started;
}
