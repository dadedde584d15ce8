import { connect } from "node:net";
import { anonymousForms, fullForm } from "../test/harness/anonymous-forms.ts";
import type { Answers, AttackJob } from "./attack/kinds.ts";

// The attackers' process: receives one attack by IPC, reports the responses, and exits.

/** Higher than an attack reaches in its time. */
const mostRequests = 2_000;

process.once("message", async (job: AttackJob) => {
  const answers = await run(job);
  process.send?.(answers, () => process.exit(0));
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function run({ attack, port, host, seconds, email, draft }: AttackJob): Promise<Answers> {
  const answers: Answers = {};
  const end = performance.now() + seconds * 1000;
  const left = () => end - performance.now();
  let sent = 0;
  const send = async (request: Request) => {
    if (++sent > mostRequests) return;
    const status = await post(port, host, request, end + 60_000);
    answers[status] = (answers[status] ?? 0) + 1;
  };
  const waiting: Promise<void>[] = [];
  if (attack === "slow" || attack === "held") {
    const count = attack === "slow" ? 60 : 36;
    const body = Buffer.alloc(attack === "slow" ? 200 : 9_000_000, "x");
    for (let round = 0; round < count; round++) {
      const pace = { until: end, drip: attack === "slow" };
      waiting.push(send({ ...upload, address: addressOf(round), body, length: 10_000_000, pace }));
    }
  } else if (attack === "parts")
    while (left() > 0 && sent < 6) await send({ ...manyParts(20), address: addressOf(sent) });
  else if (attack === "items")
    for (let attempt = 0; left() > 0; attempt++) {
      const path = `${draft.path}/requests${attempt % 2 === 0 ? "/save" : ""}`;
      waiting.push(send({ ...manyItems(), path, cookie: draft.cookie, address: addressOf(attempt), hangUp: true }));
      await pause(100);
    }
  else if (attack === "blanks")
    for (let turn = 0; left() > 0; turn++) {
      waiting.push(send({ ...fullForms[turn % fullForms.length], address: addressOf(turn) } as Request));
      await pause(250);
    }
  else if (attack === "pairs")
    waiting.push(
      ...Array.from({ length: 3 }, async (_, index) => {
        while (left() > 0) await send({ ...manyPairs(1024), address: addressOf(index) });
      }),
    );
  else
    for (let turn = 0; left() > 0; turn++) {
      const mixed = [manyParts(4), manyPairs(1024), { ...manyPairs(256), path: "/contact" }][turn % 3] ?? upload;
      const guess = `email=${encodeURIComponent(email)}&password=guess+${turn}`;
      const request =
        attack === "guesses" ? { path: "/admin/login", type: urlencoded, body: Buffer.from(guess) } : mixed;
      const address = attack === "guesses" ? `2001:db8:${(turn + 1).toString(16)}::1` : addressOf(turn);
      waiting.push(send({ ...request, address }));
      await pause(attack === "guesses" ? 100 : 333);
    }
  await Promise.all(waiting);
  return answers;
}

const addressOf = (turn: number) => `203.0.113.${turn % 6}`;
const urlencoded = "application/x-www-form-urlencoded";
const upload = { path: "/contact/upload", type: "multipart/form-data; boundary=z", body: Buffer.alloc(0) };

function manyParts(megabytes: number) {
  const part = '--z\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n\r\n';
  const body = Buffer.concat([Buffer.alloc(megabytes * 1024 * 1024, part), Buffer.from("\r\n--z--\r\n")]);
  return { path: "/contact", type: "multipart/form-data; boundary=nope, multipart/form-data; boundary=z", body };
}

/** Every public form, with each of its fields full of blanks, and of combining marks. */
const fullForms = Object.entries(anonymousForms).flatMap(([path, fields]) =>
  fields.flatMap((field) =>
    (["blanks", "marks"] as const).map((filling) => {
      return { path, type: urlencoded, body: Buffer.from(fullForm(field, filling)) };
    }),
  ),
);

const manyPairs = (kilobytes: number) => ({
  path: `/apply/${crypto.randomUUID()}`,
  type: urlencoded,
  body: Buffer.alloc(kilobytes * 1024, "a&"),
});

/** 990 unknown items with texts: below 100 KB. */
function manyItems() {
  const items = Array.from({ length: 990 }, () => crypto.randomUUID());
  const body = `intent=send&${items.map((item) => `item=${item}&text-${item}=a`).join("&")}`;
  return { type: urlencoded, body: Buffer.from(body) };
}

type Request = {
  path: string;
  type: string;
  address: string;
  body: Buffer;
  length?: number;
  pace?: Pace;
  cookie?: string;
  hangUp?: boolean;
};
type Pace = { until: number; drip: boolean };

/** Sends a request, at once or paced; returns the status, or `none` without a response until `last`. */
function post(port: number, host: string, request: Request, last: number): Promise<string> {
  const { path, type, address, body, length = body.length, pace: held, cookie = "", hangUp = false } = request;
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let drip: NodeJS.Timeout | undefined;
    const over = (status: string) => {
      clearInterval(drip);
      clearTimeout(timer);
      socket.destroy();
      resolve(status);
    };
    const timer = setTimeout(() => over("none"), (held ? held.until : last) - performance.now());
    socket.on("data", (chunk: Buffer) => over(/^HTTP\/1.1 (\d+)/.exec(chunk.toString("latin1"))?.[1] ?? "none"));
    socket.on("error", () => over("none"));
    socket.on("close", () => over("none"));
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nX-Forwarded-For: ${address}\r\nCookie: ${cookie}\r\n` +
        `Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
    );
    socket.write(body, () => hangUp && setTimeout(() => over("none"), 100));
    if (held?.drip) drip = setInterval(() => socket.write("x"), 1_000);
  });
}
