import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { previewedOf } from "~/content/previewed.server";
import { readBlock } from "~/content/read.server";
import { db } from "~/db/client.server";
import { teamMembers } from "~/db/schema/team";
import { starterTeam } from "~/db/seed/starter/team";
import type { Visit } from "~/ground/visit";

/** A picture of ours with its size in pixels. */
type Photo = { src: string; alt: string; width: number; height: number };

/** Without a photograph, as delivered, the page shows initials in its room (L-LOOK-13). */
export type TeamMember = {
  id: string;
  name: string;
  role: string;
  /** Each line a paragraph. */
  bio: string;
  languages: readonly string[];
  photo?: Photo | undefined;
};
type Team = { founder: TeamMember | null; members: TeamMember[] };

type Row = TeamMember & { isFounder: boolean };

const drafted = z
  .object({
    ...{ name: z.string(), role: z.string().nullish(), bio: z.string().nullish() },
    ...{ languages: z.array(z.string()).nullish(), is_founder: z.boolean().nullish() },
  })
  .transform(({ name, role, bio, languages, is_founder: isFounder }) => ({
    ...{ name, role: role ?? "", bio: bio ?? "", languages: languages ?? [], isFounder: isFounder === true },
  }));

async function readTeam(): Promise<Row[]> {
  const rows = await db
    .select()
    .from(teamMembers)
    .where(eq(teamMembers.published, true))
    .orderBy(asc(teamMembers.displayOrder), asc(teamMembers.name));
  const draft = previewedOf("team");
  if (!draft) return rows;
  const own = { id: draft.key, ...drafted.parse(draft.content) };
  return rows.some(({ id }) => id === own.id) ? rows.map((row) => (row.id === own.id ? own : row)) : [...rows, own];
}

const delivered: Row[] = starterTeam.map((member) => ({ id: member.name, ...member }));

/** The people of the company; as delivered where they can't be read. The first founder is shown apart. */
export async function publicTeam(visit: Visit): Promise<Team> {
  const rows = await readBlock(visit, "the team", readTeam(), delivered);
  const founder = rows.find(({ isFounder }) => isFounder) ?? null;
  return { founder, members: rows.filter((row) => row !== founder) };
}
