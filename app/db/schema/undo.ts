import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { adminUsers } from "./accounts";
import { createdAt, id, instant } from "./columns";

/** The changed fields of a record before and after. Their shape depends on the kind. */
export type UndoRecord = { id: string; before: object; after: object };

/** A change that its maker can undo for ten seconds. Its mails refer to it: `email_notifications.undo_id`. */
export const undoOffers = pgTable(
  "undo_offers",
  {
    id: id(),
    adminId: uuid()
      .notNull()
      .references(() => adminUsers.id, { onDelete: "cascade" }),
    /** Selects the function that reverts it. */
    kind: text().notNull(),
    words: text().notNull(),
    records: jsonb().$type<UndoRecord[]>().notNull(),
    openUntil: instant().notNull(),
    undoneAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.openUntil)],
);
