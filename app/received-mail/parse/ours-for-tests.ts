import { privateLinkMark, replyLine } from "~/mail/letter";
import type { Ours } from "../parsed-mail";

/** Of the mails in `mails/`. */
export const ours: Ours = {
  replyAddress: /replies\+([0-9a-z]{43})@lucaya\.example/gi,
  emails: ["hello@lucaya.example"],
  messageIdHost: "lucaya.example",
  linkHosts: ["lucaya.example"],
  linkMark: privateLinkMark,
  replyLine,
};
