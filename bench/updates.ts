import pg from "pg";

export type UpdateJob = { url: string; ids: string[]; count: number; connections: number };

// The reference for saves, in its own process: as many prepared single-row UPDATEs with a step's answers, over as many
// connections as the app has.
const answers = {
  addressLine1: "14 Rue Capois",
  city: "Port-au-Prince",
  postalCode: "HT6110",
  country: "HT",
  hasDifferentMailingAddress: false,
  primaryPhone: "+509 2812 0142",
  emergencyContactName: "Joseph Rolle",
};

process.once("message", async ({ url, ids, count, connections }: UpdateJob) => {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  const text = `update visa_applications set metadata = jsonb_set(metadata, array[$2], $3::jsonb), last_updated_at = now()
    where id = $1`;
  let sent = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (sent < count) {
        const turn = sent++;
        const values = [ids[turn % ids.length], `step${1 + (turn % 6)}`, JSON.stringify({ ...answers, turn })];
        await pool.query({ name: "update", text, values });
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await pool.end();
  process.send?.(seconds, () => process.exit(0));
});
