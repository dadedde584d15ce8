import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pdf, upload } from "./inquirer";
import { type Program, removeFolders, startProgram } from "./program";
import { until, Visitor } from "./visitor";

let program: Program;
beforeAll(async () => {
  program = await startProgram({ TRUST_PROXY: "yes" });
});
afterAll(async () => {
  await program?.stop();
  await removeFolders();
});

const type = "multipart/form-data; boundary=-the-boundary";
const contact = (body: string) =>
  new Visitor(program).send("/contact", {
    method: "POST",
    body,
    headers: { origin: program.url, "content-type": type },
  });
const part = (name: string, value = "") =>
  `---the-boundary\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const large = `${part("purpose", "x".repeat(300 * 1024))}---the-boundary--\r\n`;

test("may be large as multipart alone: of the same size without files it is 413, on every path that takes them", async () => {
  const visitor = new Visitor(program);
  const id = await visitor.start("files@mail.example");
  for (const path of ["/contact", "/contact/upload", `/apply/${id}/upload`, `/apply/${id}/documents/save`]) {
    const answer = await visitor.post(path, { purpose: "x".repeat(300 * 1024) });
    expect([path, answer.status]).toEqual([path, 413]);
    expect(await answer.text()).toContain("What you sent is larger than 256 KB");
  }
  const answer = await contact(large);
  expect(answer.status, "a form that is read, and says what is missing").toBe(422);
  expect(await answer.text()).toContain("Tell us where you are going");
});

test("of more than 200 parts is 400 before any is looked at, whether or not its length is told", async () => {
  const filled = part("purpose", "x".repeat(300 * 1024));
  const many = (count: number) => `${filled}${part("files").repeat(count - 1)}---the-boundary--\r\n`;
  expect((await contact(many(200))).status).toBe(422);
  const answer = await contact(many(201));
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("more than 200 fields and files");
  const streamed = (body: string) =>
    new Visitor(program).send("/contact", {
      method: "POST",
      body: new Blob([body]).stream(),
      headers: { origin: program.url, "content-type": 'multipart/form-data; charset=utf-8; boundary="-the-boundary"' },
      duplex: "half",
    });
  expect((await streamed(many(200))).status).toBe(422);
  expect((await streamed(many(201))).status).toBe(400);
});

test("that fill the room of one address are told when to come again; small ones and everybody else are taken", async () => {
  const { host, port } = new URL(program.url);
  const address = "203.0.113.7";
  /** Begins to send a form of 50 MB, of which the end never comes; what it was answered. */
  const begin = () => {
    const socket = connect(Number(port), "localhost");
    const head = ["POST /contact HTTP/1.1", `Host: ${host}`, `Origin: ${program.url}`, `X-Forwarded-For: ${address}`];
    socket.on("error", () => undefined);
    socket.write(`${[...head, `Content-Type: ${type}`, "Content-Length: 50000000"].join("\r\n")}\r\n\r\n`);
    socket.write(Buffer.alloc(40_000_000, "x"));
    let said = "";
    socket.on("data", (piece: Buffer) => {
      said += piece;
    });
    return { socket, end: () => socket.write(Buffer.alloc(10_000_000, "x")), said: () => said };
  };
  const [one, other] = [begin(), begin()];
  const same = new Visitor(program);
  Object.assign(same, { address });
  try {
    // Which of the two was the faster one is no matter; the rest of what is refused is read before it is answered.
    await until("both have arrived", () => one.socket.writableLength + other.socket.writableLength === 0);
    one.end();
    other.end();
    const refused = await until("one is refused", () =>
      [one, other].map(({ said }) => said()).find((said) => / 503 /.test(said)),
    );
    expect(refused).toMatch(/retry-after: 30/i);
    expect(refused).toContain("Many files are arriving just now");
    expect((await same.post("/contact", { purpose: "short" })).status).toBe(422);
    const sent = await upload(new Visitor(program), "passport.pdf", pdf(1024 * 1024));
    expect([sent.status, sent.outcome]).toEqual([200, "kept"]);
  } finally {
    for (const { socket } of [one, other]) socket.destroy();
  }
  const again = begin();
  again.end();
  await until("there is room again", () => / 4\d\d /.test(again.said()));
  again.socket.destroy();
});
