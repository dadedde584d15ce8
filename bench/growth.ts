import type { AppServer } from "../test/harness/app-server.ts";
import type { Pace } from "./answers.ts";
import { makeApplicants } from "./applicants.ts";
import { applicationsList } from "./desk/applications.ts";
import { median } from "./machine.ts";
import { openWizard, save, update } from "./saves.ts";
import { figure, type Line, ratio, spread } from "./table.ts";

/** Medians of the rounds: saves per second, milliseconds, and CPU seconds per save. */
type Middle = Record<"rate" | "p99" | "program" | "postgres", number>;

/**
 * The same saves with a growing number of stored applications. Each size is compared with the smallest: 1 × in CPU time
 * means that a save costs the same.
 */
export async function measureGrowth(app: AppServer, sizes: readonly number[], pace: Pace): Promise<Line[]> {
  const people = await makeApplicants(app, 2_000);
  await openWizard(app, people);
  const [own] = await app.query<{ n: number }>("select count(*)::int as n from visa_applications");
  const lines: Line[] = [];
  let fewest: Middle | undefined;
  for (const size of sizes) {
    await applicationsList.fill(app, (own?.n ?? 0) + size);
    await save(app, people, 3);
    const rounds: Awaited<ReturnType<typeof save>>[] = [];
    const updates: number[] = [];
    for (let round = 0; round < pace.rounds; round++) {
      const seen = await save(app, people, Math.min(4, pace.seconds));
      rounds.push(seen);
      updates.push(await update(app, people, seen.answers));
    }
    const of = (key: keyof Middle) => median(rounds.map((round) => round[key]));
    const now: Middle = { rate: of("rate"), p99: of("p99"), program: of("program"), postgres: of("postgres") };
    fewest ??= now;
    lines.push(
      {
        what: `saves beside ${figure(size)} applications`,
        measured: `${figure(now.rate)}/s${spread(rounds.map(({ rate }) => rate))}, p99 ${figure(now.p99)} ms`,
        reference: `plain UPDATE ${figure(median(updates))}/s`,
        ratio: ratio(now.rate / fewest.rate),
      },
      {
        what: "  processor time a save, program + PostgreSQL",
        measured: `${figure(now.program * 1e6)} + ${figure(now.postgres * 1e6)} µs`,
        ratio: ratio((now.program + now.postgres) / (fewest.program + fewest.postgres)),
      },
    );
  }
  return lines;
}
