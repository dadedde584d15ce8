/** A received mail as it is read: what of it is new, what it quotes, its files, and whether a program sent it. */
export type ParsedMail = {
  tooLarge: false;
  /** `<…>`, null without one. */
  messageId: string | null;
  /** Every address of every `From`: one that can be believed has exactly one. */
  from: Mailbox[];
  /** All addresses of `To`, `Cc`, `Delivered-To`, `X-Original-To` and `Envelope-To`, in their order. */
  recipients: string[];
  subject: string;
  /** What the sender wrote; all of it if nothing would be left without the quotes. Empty without any text. */
  text: string;
  quoted: string;
  files: ReceivedFile[];
  /** Small pictures of the text, calendar parts, signatures and `winmail.dat`, which are no files. */
  leftOut: number;
  ignore: IgnoredReason | null;
  /** `Authentication-Results`, the topmost first. */
  authentication: string[];
  report: DeliveryReport | null;
};

/** A mail beyond the limits, with what its first headers say. */
export type UnreadMail = { tooLarge: true } & Pick<
  ParsedMail,
  "messageId" | "from" | "recipients" | "subject" | "ignore" | "authentication"
>;

export type Mailbox = { address: string; name: string };

/** `name` is as the sender wrote it, or made from the kind; never empty. */
export type ReceivedFile = { name: string; contentType: string; bytes: Uint8Array };

/** Why a mail is only counted. `report`: of a mail server, which `ParsedMail.report` has. */
const ignoredReasons = ["auto_reply", "bulk", "list", "no_return_path", "report", "ours"] as const;
export type IgnoredReason = (typeof ignoredReasons)[number];

/** What a mail server reports about a mail. `isPermanent`: it gave up. `detail` is the other server's message. */
export type DeliveryReport = { messageId: string; isPermanent: boolean; detail: string };

/** What tells our own mails, addresses and links from others. */
export type Ours = {
  /** Finds every reply address with a token; null where replies are not received. */
  replyAddress: RegExp | null;
  /** In lower case. */
  emails: string[];
  /** After the `@` of our Message-IDs. */
  messageIdHost: string;
  /** Hosts of our private links, and what is shown instead of one. */
  linkHosts: string[];
  linkMark: string;
  /** The first line of our mails: below it a reply quotes. */
  replyLine: string;
};
