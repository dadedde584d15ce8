import { connect } from "node:net";
import { expect, test } from "vitest";
import { pdf, upload } from "../harness/desk/inquirer";
import { HttpClient, until } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

const type = "multipart/form-data; boundary=-the-boundary";
const contact = (body: string) =>
  new HttpClient(app).send("/contact", {
    method: "POST",
    body,
    headers: { origin: app.url, "content-type": type },
  });
const part = (name: string, value = "", more = "") =>
  `---the-boundary\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const file = (size: number) => part("files", "x".repeat(size), '; filename="a.pdf"');
const end = "---the-boundary--\r\n";
const large = `${file(300 * 1024)}${end}`;

test("only multipart forms may be large: without files the same size gets 413, on every path that accepts files", async () => {
  const client = new HttpClient(app);
  const id = await client.start("files@mail.example");
  for (const path of ["/contact", "/contact/upload", `/apply/${id}/upload`, `/apply/${id}/documents/save`]) {
    const response = await client.post(path, { purpose: "x".repeat(300 * 1024) });
    expect([path, response.status]).toEqual([path, 413]);
    expect(await response.text()).toContain("What you sent is larger than 256 KB");
  }
  const response = await contact(large);
  expect(response.status, "a form that is parsed, with messages for what is missing").toBe(422);
  expect(await response.text()).toContain("Tell us where you are going");
});

test("a form of more than 2,000 fields or 200 files gets 413, with and without Content-Length", async () => {
  const filled = part("purpose", "x".repeat(200 * 1024));
  const fields = (count: number) => `${filled}${part("anything").repeat(count - 1)}${end}`;
  const files = (count: number) => `${filled}${file(0).repeat(count)}${end}`;
  const streamed = (body: string) =>
    new HttpClient(app).send("/contact", {
      method: "POST",
      body: new Blob([body]).stream(),
      headers: { origin: app.url, "content-type": 'multipart/form-data; boundary="-the-boundary"' },
      duplex: "half",
    });
  for (const sendIt of [contact, streamed]) {
    for (const body of [fields(2000), files(200)]) expect((await sendIt(body)).status).toBe(422);
    for (const body of [fields(2001), files(201)]) {
      const response = await sendIt(body);
      expect(response.status).toBe(413);
      expect(await response.text()).toContain("more than 2,000 fields or 200 files");
    }
  }
});

test("large forms that use up an IP's share are told when to retry, and small ones and other IPs are accepted", async () => {
  const { host, port } = new URL(app.url);
  const address = "203.0.113.7";
  /** Starts to send a form of 50 MB that never ends; returns the response. */
  const open = () => {
    const socket = connect(Number(port), "localhost");
    const head = ["POST /contact HTTP/1.1", `Host: ${host}`, `Origin: ${app.url}`, `X-Forwarded-For: ${address}`];
    socket.on("error", () => undefined);
    socket.write(`${[...head, `Content-Type: ${type}`, "Content-Length: 50000000"].join("\r\n")}\r\n\r\n`);
    const partHead = part("files", "", '; filename="a.pdf"').slice(0, -2);
    socket.write(`${partHead}${"x".repeat(40_000_000 - partHead.length)}`);
    let answer = "";
    socket.on("data", (chunk: Buffer) => {
      answer += chunk;
    });
    return { socket, end: () => socket.write(Buffer.alloc(10_000_000, "x")), said: () => answer };
  };
  const [first, second] = [open(), open()];
  const same = new HttpClient(app);
  Object.assign(same, { address });
  try {
    // Either may be first; the rest of a refused body is read before the response.
    await until("both have arrived", () => first.socket.writableLength + second.socket.writableLength === 0);
    first.end();
    second.end();
    const refused = await until("one is refused", () =>
      [first, second].map(({ said: received }) => received()).find((received) => / 503 /.test(received)),
    );
    expect(refused).toMatch(/retry-after: 30/i);
    expect(refused).toContain("We’re receiving a lot of files right now");
    expect((await same.post("/contact", { purpose: "short" })).status).toBe(422);
    const sent = await upload(new HttpClient(app), "passport.pdf", pdf(1024 * 1024));
    expect([sent.status, sent.ok]).toEqual([200, true]);
  } finally {
    for (const { socket } of [first, second]) socket.destroy();
  }
  await until("there is room again", async () => {
    const again = open();
    again.end();
    const status = await until("it is answered", () => /^HTTP\/1\.1 \d{3} /.exec(again.said())?.[0]);
    again.socket.destroy();
    return / 4\d\d /.test(status);
  });
});
