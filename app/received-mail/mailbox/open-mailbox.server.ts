import { ImapFlow, type ImapFlowError } from "imapflow";

export type MailboxSettings = {
  /** User, host and folder: where its state is stored. */
  name: string;
  host: string;
  port: number;
  secure: boolean;
  user: string;
  password: string;
  folder: string;
  /** The folder that taken mails are moved to. */
  move: string | null;
};

/** Whether a host is this machine, where nobody else reads what is sent. */
const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);

/** The parts of a valid IMAP_URL. */
export function mailboxSettings(imapUrl: string): MailboxSettings {
  const url = new URL(imapUrl);
  const secure = url.protocol === "imaps:";
  const [user, password, folder] = [url.username, url.password, url.pathname.slice(1)].map(decodeURIComponent);
  const [host, port] = [url.hostname.replace(/^\[|\]$/g, ""), Number(url.port || (secure ? 993 : 143))];
  return {
    ...{ name: `${user}@${url.host}/${folder}`, host, port, secure },
    ...{ user: user ?? "", password: password ?? "", folder: folder ?? "", move: url.searchParams.get("move") },
  };
}

/** Why the mailbox can't be read, for the operator. It contains no password. */
export class MailboxError extends Error {
  constructor(why: string) {
    super(`Fix IMAP_URL: ${why}. Replies by email wait in the mailbox until then.`);
  }
}

/** A failure of the mail server as a MailboxError; others as they are. */
export function mailboxErrorOf(error: unknown, client: ImapFlow, settings: MailboxSettings): unknown {
  const isOfServer = !client.usable || (error instanceof Error && "responseStatus" in error);
  return error instanceof MailboxError || !isOfServer ? error : new MailboxError(whyOf(error, settings));
}

/** Connects, signs in and opens the folder. Throws a MailboxError. */
export async function openMailbox(settings: MailboxSettings) {
  const { host, port, secure, user, password, folder, move } = settings;
  const client = new ImapFlow({
    ...{ host, port, secure, auth: { user, pass: password }, logger: false, disableAutoIdle: true },
    // Without TLS everybody on the way would read the password and applicants' mails.
    ...(secure ? {} : { doSTARTTLS: !isLoopback(host) }),
    ...{ connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 },
  });
  // Without a listener a lost connection would end the process; the command that waits for it fails too.
  client.on("error", () => undefined);
  try {
    await client.connect();
    if (move) await requireMove(client, move);
    const { path, uidValidity, uidNext } = await client.mailboxOpen(folder);
    // Moved to where they are, mails would be new ones, and be moved every minute.
    if (move === path) throw new MailboxError(`“${move}” is the folder that is read, so mails can’t be moved to it`);
    return { client, uidValidity, uidNext };
  } catch (error) {
    client.close();
    throw mailboxErrorOf(error, client, settings);
  }
}

/**
 * Without MOVE the client would copy, delete and expunge, and an expunge removes what others have marked as deleted.
 */
async function requireMove(client: ImapFlow, move: string): Promise<void> {
  if (!client.capabilities.has("MOVE")) throw new MailboxError("the mail server can’t move mails, so remove ?move=");
  const folders = await client.list();
  if (!folders.some(({ path }) => path === move))
    throw new MailboxError(`there is no folder “${move}” to move mails to`);
}

function whyOf(error: unknown, { host, port, folder }: MailboxSettings): string {
  const { authenticationFailed, mailboxMissing, tlsFailed, responseStatus, code, cause } =
    error as Partial<ImapFlowError>;
  if (authenticationFailed) return "the mail server doesn’t accept user and password";
  if (mailboxMissing) return `there is no folder “${folder}”`;
  if (tlsFailed) return `the mail server at ${host} doesn’t offer STARTTLS on port ${port}, so use imaps://`;
  if (responseStatus) return `the mail server at ${host} refuses a command in “${folder}”`;
  const inner = cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
  return `the mail server at ${host}:${port} can’t be reached (${code ?? inner ?? "no answer"})`;
}
