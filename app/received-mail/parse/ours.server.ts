import type { Queryable } from "~/db/client.server";
import { privateLinkMark, replyLine } from "~/mail/letter";
import { linkBase } from "~/mail/links/private-links.server";
import { messageIdHost } from "~/mail/outbox.server";
import { fromAddress, loadSender } from "~/mail/sender.server";
import type { Ours } from "../parsed-mail";

export async function readOurs(from: Queryable, replyAddress: RegExp | null): Promise<Ours> {
  const { email } = await loadSender(from);
  return {
    replyAddress,
    emails: [fromAddress(), email].map((address) => address.toLowerCase()),
    messageIdHost: messageIdHost(),
    linkHosts: [new URL(linkBase()).hostname],
    linkMark: privateLinkMark,
    replyLine,
  };
}
