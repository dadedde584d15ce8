import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { adminRole, adminUsers } from "./accounts";
import { createdAt, id, instant } from "./columns";

/** An invitation to become an admin. It is open until it is accepted or canceled, also after its link has expired. */
export const adminInvitations = pgTable(
  "admin_invitations",
  {
    id: id(),
    /** In lower case. */
    email: text().notNull(),
    role: adminRole().notNull(),
    /** The mail's link is signed over this and is stored nowhere; sending it again makes a new secret. */
    secret: uuid().notNull().defaultRandom(),
    invitedBy: uuid().references(() => adminUsers.id, { onDelete: "set null" }),
    /** The link is valid from then. */
    sentAt: createdAt(),
    acceptedAt: instant(),
    canceledAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("admin_invitations_open").on(t.email).where(sql`accepted_at is null and canceled_at is null`),
    index().on(t.sentAt),
    index().on(t.invitedBy),
  ],
);
