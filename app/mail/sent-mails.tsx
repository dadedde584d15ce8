import { Link } from "react-router";
import { nassauTime } from "~/core/time";
import { kindLabel, MailStatus } from "./mail-status";

export type SentMail = {
  id: string;
  subject: string;
  emailType: string;
  status: Parameters<typeof MailStatus>[0]["status"];
  waitsUntil: Date | null;
  sentAt: Date | null;
  createdAt: Date;
  errorMessage: string | null;
};

export function SentMails({ mails }: { mails: readonly SentMail[] }) {
  return (
    <section aria-labelledby="mails">
      <h2 id="mails" className="text-lg">
        Emails
      </h2>
      {mails.length === 0 ? <p className="mt-1 text-stone">No emails were sent.</p> : null}
      <ul className="mt-1">
        {mails.map((mail) => (
          <li key={mail.id} className="border-line py-2.5 not-last:border-b">
            <div className="flex items-start justify-between gap-3">
              <Link
                to={`/admin/emails/${mail.id}`}
                className="min-w-0 rounded-xs font-medium break-words hover:underline"
              >
                {mail.subject || "Text removed"}
              </Link>
              <MailStatus status={mail.status} waitsUntil={mail.waitsUntil} />
            </div>
            <p className="mt-0.5 text-xs text-stone">
              {kindLabel(mail.emailType)} · {nassauTime(mail.sentAt ?? mail.createdAt)}
            </p>
            {mail.errorMessage ? <p className="mt-0.5 text-xs break-words text-error">{mail.errorMessage}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
