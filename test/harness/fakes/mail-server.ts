import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterFile } from "../after-file";
import { freePort } from "../app-server";

type Received = { to: string[]; mail: Email; secure: boolean; user: string; envid: string; ret: string };
type Manner = "takes" | "refuses" | "defers" | "stalls" | "cuts";

/** A mail server on its own port, with behaviour set by a test, behind a proxy that can cut the connection. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const server = {
    manner: "takes" as Manner,
    received: [] as Received[],
    tried: [] as string[],
    held: [] as (() => void)[],
  };
  const smtp = new SMTPServer({
    authOptional: true,
    hideDSN: false,
    disabledCommands: ["STARTTLS"],
    ...options,
    onAuth({ username, password }, _session, done) {
      if (username === "desk" && password === "right") return done(null, { user: username });
      done(Object.assign(new Error("Authentication failed"), { responseCode: 535 }));
    },
    onRcptTo({ address }, _session, done) {
      server.tried.push(address);
      if (server.manner === "refuses")
        return done(Object.assign(new Error(`5.1.1 <${address}> is unknown here`), { responseCode: 550 }));
      if (server.manner === "defers") return done(Object.assign(new Error("4.7.1 Greylisted"), { responseCode: 451 }));
      if (server.manner === "stalls") return void server.held.push(() => done());
      done();
    },
    onData(stream, { envelope, secure, user }, done) {
      const to = envelope.rcptTo.map(({ address }) => address);
      const dsn = "dsn" in envelope ? (envelope.dsn as { envid?: string; ret?: string }) : {};
      buffer(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then((mail) => {
          const about = { secure, user: String(user ?? ""), envid: dsn.envid ?? "", ret: dsn.ret ?? "" };
          server.received.push({ to, mail, ...about });
          done();
        }, done);
    },
  });
  smtp.on("error", () => undefined);
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  const inner = (smtp.server.address() as AddressInfo).port;
  const sockets = new Set<Socket>();
  const wire = createServer((near) => {
    const far = connect(inner, "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    }
    far.pipe(near).on("close", () => far.destroy());
    let sent = 0;
    near.on("close", () => far.end());
    near.on("data", (chunk) => {
      sent += chunk.length;
      // In the middle of the message: greeting and envelope are a few hundred bytes, the mails several thousand.
      if (server.manner === "cuts" && sent > 2000) near.destroy();
      else far.write(chunk);
    });
  });
  const open = async (port: number) => once(wire.listen(port, "127.0.0.1"), "listening");
  // Not port 0: while the server is down, another process could get the port.
  const port = await freePort();
  await open(port);
  /** Closes the port. */
  const goAway = () =>
    new Promise<void>((resolve) => {
      if (!wire.listening) return resolve();
      wire.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  /** Sends the responses that a stalled server delayed. */
  const release = () => {
    for (const go of server.held.splice(0)) go();
  };
  const close = async () => {
    release();
    await goAway();
    await new Promise<void>((resolve) => smtp.close(resolve));
  };
  afterFile(close);
  return Object.assign(server, { port, goAway, comeBack: () => open(port), release, close });
}
export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** A self-signed certificate for 127.0.0.1 and localhost; clients trust it only by `ca`, the path of its file. */
export function makeCertificate(folder: string) {
  const [ca, keyFile] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const names = "subjectAltName=IP:127.0.0.1,DNS:localhost";
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const args = ["req", "-x509", ...curve, "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext", names];
  execFileSync("openssl", [...args, "-keyout", keyFile, "-out", ca], { stdio: "ignore" });
  return { ca, key: readFileSync(keyFile), cert: readFileSync(ca) };
}
