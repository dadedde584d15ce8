import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../columns";
import { newsletterSubscribers } from "../content";
import { emailNotifications, type StoredData } from "../mail";

const issueStates = ["sending", "stopped", "done"] as const;

/** A post sent as an issue; sending it again continues the same row. */
export const newsletterIssues = pgTable(
  "newsletter_issues",
  {
    id: id(),
    /** Stays when the post is unpublished. */
    postId: uuid().notNull().unique(),
    /** What its mails are rendered from, the same for everybody. */
    data: jsonb().$type<StoredData>().notNull(),
    state: text({ enum: issueStates }).notNull().default("sending"),
    startedBy: text().notNull(),
    startedAt: createdAt(),
    endedAt: instant(),
  },
  (t) => [check("newsletter_issues_state_known", sql`${t.state} in ('sending', 'stopped', 'done')`)],
);

/** A row for each mail of an issue, so that nobody gets it twice. */
export const newsletterRecipients = pgTable(
  "newsletter_recipients",
  {
    id: id(),
    issueId: uuid()
      .notNull()
      .references(() => newsletterIssues.id, { onDelete: "cascade" }),
    /** Null once the subscriber was deleted. */
    subscriberId: uuid().references(() => newsletterSubscribers.id, { onDelete: "set null" }),
    mailId: uuid().references(() => emailNotifications.id, { onDelete: "set null" }),
    queuedAt: createdAt(),
  },
  (t) => [
    unique("newsletter_recipients_issue_id_subscriber_id_unique").on(t.issueId, t.subscriberId),
    index("newsletter_recipients_subscriber").on(t.subscriberId),
    index("newsletter_recipients_mail").on(t.mailId),
  ],
);
