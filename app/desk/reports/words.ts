/** Formats a median: `45 min`, `3 h 20 min`, `2.4 days`; `—` if there is none. */
export function duration(seconds: number | null): string {
  if (seconds === null) return "—";
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return "under 1 min";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${(seconds / 86_400).toFixed(1)} days`;
}
