import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { ImapFlow } from "imapflow";
import { afterFile } from "../after-file";
import { dovecotProgram } from "../debian-packages";
import { until } from "../http-client";

/** User, password and folder of every mailbox. */
const mailbox = { user: "replies", password: "tide tables", folder: "INBOX" };
const encoded = encodeURIComponent(mailbox.password);

/** Dovecot never serves a mailbox of root. */
const nobody = 65534;

/** The name of this user or its group: Dovecot's settings take no numbers. */
const nameOf = (option: "-un" | "-gn"): string => execFileSync("id", [option], { encoding: "utf8" }).trim();

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

export type Dovecot = {
  port: number;
  url: (more?: { password?: string; folder?: string; host?: string; port?: number; secure?: boolean }) => string;
  /** The mailbox of the test, as another mail program has it. */
  client: () => Promise<ImapFlow>;
  add: (mail: Uint8Array | string, folder?: string) => Promise<void>;
  /** What is in a folder: each mail's subject, and whether it was seen. */
  list: (folder?: string) => Promise<[subject: string, seen: boolean][]>;
  stop: () => Promise<void>;
};

/** Starts a real IMAP server in a folder that others may enter, on free ports, without and with TLS. */
export async function startDovecot(folder: string): Promise<Dovecot> {
  const isRoot = process.getuid?.() === 0;
  const [user, group] = isRoot ? [nobody, nobody] : [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const [port, securePort] = [await freePort(), await freePort()];
  chmodSync(folder, 0o755);
  for (const name of ["run", "state", "home"]) mkdirSync(join(folder, name));
  if (isRoot) chownSync(join(folder, "home"), user, group);
  const key = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"];
  const names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const [keyFile, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  execFileSync("openssl", [...key, ...names, "-keyout", keyFile, "-out", certificate], { stdio: "ignore" });
  const users = join(folder, "users");
  writeFileSync(users, `${mailbox.user}:{PLAIN}${mailbox.password}:${user}:${group}::${join(folder, "home")}\n`);
  const own = isRoot
    ? []
    : [
        `default_internal_user = ${nameOf("-un")}`,
        `default_login_user = ${nameOf("-un")}`,
        `default_internal_group = ${nameOf("-gn")}`,
        "service anvil {\n chroot =\n}",
      ];
  const settings = [
    `base_dir = ${join(folder, "run")}`,
    `state_dir = ${join(folder, "state")}`,
    `log_path = ${join(folder, "log")}`,
    "protocols = imap",
    "listen = 127.0.0.1",
    "ssl = yes",
    `ssl_cert = <${certificate}`,
    `ssl_key = <${keyFile}`,
    "disable_plaintext_auth = no",
    "auth_mechanisms = plain",
    "first_valid_uid = 1",
    `mail_location = maildir:${join(folder, "home", "mail")}`,
    `passdb {\n driver = passwd-file\n args = ${users}\n}`,
    `userdb {\n driver = passwd-file\n args = ${users}\n}`,
    "namespace inbox {\n inbox = yes\n separator = /\n}",
    `service imap-login {\n chroot =\n inet_listener imap {\n port = ${port}\n ssl = no\n }`,
    ` inet_listener imaps {\n port = ${securePort}\n ssl = yes\n }\n}`,
    "auth_failure_delay = 0",
    ...own,
  ];
  const file = join(folder, "dovecot.conf");
  writeFileSync(file, `${settings.join("\n")}\n`);
  const child = spawn(dovecotProgram.path, ["-F", "-c", file], { stdio: ["ignore", "pipe", "pipe"] });
  const stop = () => end(child);
  afterFile(stop);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const client = async () => {
    const { user: name, password: pass } = mailbox;
    const opened = new ImapFlow({
      ...{ host: "127.0.0.1", port, secure: false, doSTARTTLS: false, logger: false, disableAutoIdle: true },
      auth: { user: name, pass },
    });
    opened.on("error", () => undefined);
    await opened.connect();
    return opened;
  };
  const withClient = async <Result>(use: (opened: ImapFlow) => Promise<Result>): Promise<Result> => {
    const opened = await client();
    return use(opened).finally(() => opened.logout());
  };
  await until("the IMAP server answers", async () => {
    if (child.exitCode !== null)
      throw new Error(`dovecot ended: ${output}${readFileSync(join(folder, "log"), "utf8")}`);
    return withClient(async () => true).catch(() => false);
  });
  return {
    port,
    client,
    url: ({ password = encoded, folder: of = mailbox.folder, host = "127.0.0.1", port: on, secure = false } = {}) =>
      `${secure ? "imaps" : "imap"}://${mailbox.user}:${password}@${host}:${on ?? (secure ? securePort : port)}/${of}`,
    add: (mail, of = mailbox.folder) =>
      withClient(async (opened) => void (await opened.append(of, Buffer.from(mail as Uint8Array)))),
    list: (of = mailbox.folder) =>
      withClient(async (opened) => {
        const { exists } = await opened.mailboxOpen(of, { readOnly: true });
        const found = exists > 0 ? await opened.fetchAll("1:*", { envelope: true, flags: true }) : [];
        return found.map(({ envelope, flags }) => [envelope?.subject ?? "", flags?.has("\\Seen") ?? false]);
      }),
    stop,
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
