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
    help: "Two or three sentences. Each line starts a new paragraph.",
  }),
  linesField({
    ...{ name: "languages", label: "Languages", group: "Person", type: "One on each line", most: 10, max: 40 },
    help: "Languages clients can use with them.",
  }),
  pictureField({
    ...{ name: "photo", label: "Photograph", group: "Person" },
    help: "Shown on the about page. Without one, their initials are shown.",
  }),
  checkboxField({
    ...{ name: "is_founder", label: "The founder", group: "Person" },
    help: "Has their own section on the about page, and is named under the quote on the home page.",
  }),
];

const needs = ({ role, bio, languages }: Content): Problems => ({
  ...(role ? {} : { role: "Enter a role: it appears below the name." }),
  ...(bio ? {} : { bio: "Write a few words about them." }),
  ...(languages ? {} : { languages: "Name at least one language." }),
});

const linesIn = (value: Content[string] | undefined): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];

const stored = z.object({ src: z.string(), alt: z.string() }).nullable().catch(null);
const photoIn = (value: unknown) => stored.parse(value ?? null);

export const teamKind = defineKind({
  may: "regular_admin",
  ...{ kind: "team", title: "Team", fields, needs },
  receive: receivePictures(fields),
  about: "The people shown on the about page, and the founder on the home page. Posts keep their author’s name.",
  check: ({ name }) => (name ? {} : { name: "Write the name." }),
  many: {
    noun: "team member",
    first: "Nobody on the team yet. Add the first person.",
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
