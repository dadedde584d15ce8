import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { parsePictureUrl } from "~/content/pictures/address";
import { previewedOf } from "~/content/previewed.server";
import { readBlock } from "~/content/read.server";
import type { RequestContext } from "~/core/request-context";
import { db } from "~/db/client.server";
import { teamMembers } from "~/db/schema/site/team";
import { starterTeam } from "~/db/seed/starter/team";

/** A picture of ours with its size in pixels; anything else counts as none. */
const picture = z
  .object({ src: z.string(), alt: z.string() })
  .transform(({ src, alt }) => {
    const at = parsePictureUrl(src);
    return at && { src, alt, width: at.width, height: at.height };
  })
  .catch(null);

/** Without a photograph, as by default, the page shows initials. */
export type TeamMember = {
  id: string;
  name: string;
  role: string;
  /** One paragraph per line. */
  bio: string;
  languages: readonly string[];
  photo: z.output<typeof picture>;
};
type Team = { founder: TeamMember | null; members: TeamMember[] };

type Row = TeamMember & { isFounder: boolean };

const drafted = z
  .object({
    ...{ name: z.string(), role: z.string().nullish(), bio: z.string().nullish() },
    ...{ languages: z.array(z.string()).nullish(), is_founder: z.boolean().nullish() },
    photo: picture,
  })
  .transform(({ name, role, bio, languages, photo, is_founder: isFounder }) => ({
    ...{ name, role: role ?? "", bio: bio ?? "", languages: languages ?? [], isFounder: isFounder === true, photo },
  }));

async function readTeam(): Promise<Row[]> {
  const stored = await db
    .select()
    .from(teamMembers)
    .where(eq(teamMembers.published, true))
    .orderBy(asc(teamMembers.displayOrder), asc(teamMembers.name));
  const rows = stored.map((row) => ({ ...row, photo: picture.parse(row.photo) }));
  const draft = previewedOf("team");
  if (!draft) return rows;
  const own = { id: draft.key, ...drafted.parse(draft.content) };
  return rows.some(({ id }) => id === own.id) ? rows.map((row) => (row.id === own.id ? own : row)) : [...rows, own];
}

const defaultTeam: Row[] = starterTeam.map((member) => ({ id: member.name, photo: null, ...member }));

/** The team; the default one if it can't be read. The first founder is shown separately. */
export async function publicTeam(visit: RequestContext): Promise<Team> {
  const rows = await readBlock(visit, "the team", readTeam(), defaultTeam);
  const founder = rows.find(({ isFounder }) => isFounder) ?? null;
  return { founder, members: rows.filter((row) => row !== founder) };
}
