import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { teamMembers } from "~/db/schema/site/team";
import { checkboxField } from "../fields/checkbox";
import { lineField, linesField, textField } from "../fields/fields";
import { pictureField } from "../fields/picture";
import { receivePictures } from "../fields/receive-pictures.server";
import { type Content, defineKind, type Problems } from "../kind";
import { inOrder, lastPlace, textIn } from "./rows.server";

const fields = [
  lineField({ ...{ name: "name", label: "Name", group: "Person", help: "", max: 80 } }),
  lineField({ ...{ name: "role", label: "Role", group: "Person", help: "Below the name.", max: 120 } }),
  textField({
    ...{ name: "bio", label: "Text", group: "Person", max: 3000, rows: 6 },
    help: "Two or three sentences. Each line begins a new paragraph.",
  }),
  linesField({
    ...{ name: "languages", label: "Languages", group: "Person", type: "One on each line", most: 10, max: 40 },
    help: "In which clients can speak with them.",
  }),
  pictureField({
    ...{ name: "photo", label: "Photograph", group: "Person" },
    help: "On about. Without one their initials stand there.",
  }),
  checkboxField({
    ...{ name: "is_founder", label: "The founder", group: "Person" },
    help: "Has a section of their own on about, and stands under the quote on home.",
  }),
];

const needs = ({ role, bio, languages }: Content): Problems => ({
  ...(role ? {} : { role: "Write the role: it stands below the name." }),
  ...(bio ? {} : { bio: "Write a few words about them." }),
  ...(languages ? {} : { languages: "Name at least one language." }),
});

const linesIn = (value: Content[string] | undefined): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

const stored = z.object({ src: z.string(), alt: z.string() }).nullable().catch(null);
const photoIn = (value: unknown) => stored.parse(value ?? null);

export const teamKind = defineKind({
  may: "regular_admin",
  ...{ kind: "team", title: "Team", fields, needs },
  receive: receivePictures(fields),
  about: "The people of the company, on about and, of the founder, on home. A post keeps the name of its author.",
  check: ({ name }) => (name ? {} : { name: "Write the name." }),
  many: {
    noun: "team member",
    first: "Nobody in the team yet. Write the first one.",
    async list(from) {
      const rows = await from.select().from(teamMembers).orderBy(asc(teamMembers.displayOrder), asc(teamMembers.name));
      return rows.map(({ id, name, role, published }) => ({ key: id, name, note: role, isPublic: published }));
    },
    name: ({ name }) => textIn(name),
    canAdd: true,
    order: (tx, keys) => inOrder(tx, teamMembers, keys),
    async offline(tx, key) {
      await tx.update(teamMembers).set({ published: false }).where(eq(teamMembers.id, key));
    },
  },
  async read(from, key) {
    const [row] = await from
      .select()
      .from(teamMembers)
      .where(and(eq(teamMembers.id, key), eq(teamMembers.published, true)));
    if (!row) return null;
    const { name, role, bio, languages, isFounder } = row;
    return { name, role, bio, languages, photo: photoIn(row.photo), is_founder: isFounder };
  },
  async publish(tx, key, content) {
    const row = {
      name: textIn(content.name),
      role: textIn(content.role),
      bio: textIn(content.bio),
      languages: linesIn(content.languages),
      photo: photoIn(content.photo),
      isFounder: content.is_founder === true,
      published: true,
    };
    await tx
      .insert(teamMembers)
      .values({ id: key, ...row, displayOrder: await lastPlace(tx, teamMembers) })
      .onConflictDoUpdate({ target: teamMembers.id, set: row });
  },
  pages: [
    { path: "/about", name: "About" },
    { path: "/", name: "Home" },
  ],
});
