import { connect } from "node:net";
import { expect, test } from "vitest";
import { HttpClient, until } from "../harness/http-client";
import { newAddress, postRaw } from "../harness/raw/form";
import { sharedApp } from "../harness/shared";

// Requests of a second attack round: so many and so small that their number is the harm.
const app = await sharedApp();

/** Sends text on a connection; resolves with the response once the app has closed it. */
function sendUntilOver(text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(app.url).port), "localhost");
    let response = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk) => {
      response += chunk;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(response));
    socket.write(text);
  });
}

const head = (first: string, lines: string[] = []) =>
  [first, `Host: ${new URL(app.url).host}`, `Origin: ${app.url}`, `X-Forwarded-For: ${newAddress()}`, ...lines].join(
    "\r\n",
  );

/** The number of requests for a search page that the app has started to handle. */
async function searches(): Promise<number> {
  const found = (await app.metrics()).match(/^lucaya_http_requests_total\{route="faqs",.*\} (\d+)$/gm) ?? [];
  return found.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

test("[V-ATK-7] of two thousand pipelined requests on one connection only the first are processed", async () => {
  const before = await searches();
  const requests = Array.from({ length: 2_000 }, (_, n) => `${head(`GET /faqs?q=visa${n} HTTP/1.1`)}\r\n\r\n`);
  await sendUntilOver(requests.join(""));
  expect((await fetch(`${app.url}/about`)).status).toBe(200);
  await until("the first of them are answered", async () => (await searches()) > before);
  expect((await searches()) - before).toBeLessThan(20);
});

test("[V-ATK-7] a few pipelined requests are all answered, in order", async () => {
  const names = ["/healthz", "/faqs?q=visa", "/readyz", "/apply/start"];
  const requests = names.map((name, n) =>
    head(`GET ${name} HTTP/1.1`, n === names.length - 1 ? ["Connection: close"] : []),
  );
  const response = await sendUntilOver(requests.map((request) => `${request}\r\n\r\n`).join(""));
  expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual(names.map(() => "HTTP/1.1 200"));
});

const chunkedText = (text: string) => `${[...text].map((character) => `1\r\n${character}\r\n`).join("")}0\r\n\r\n`;
const chunked = "Transfer-Encoding: chunked";

test.each([
  ["a form", "/admin/login", "application/x-www-form-urlencoded", `email=${"b".repeat(200_000)}`],
  [
    "a file",
    "/contact",
    "multipart/form-data; boundary=z",
    `--z\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\n${"x".repeat(200_000)}\r\n--z--\r\n`,
  ],
])("[V-ATK-2] %s in chunks of one byte is refused with 400 while it arrives", async (_, path, type, body) => {
  const lines = [`Content-Type: ${type}`, chunked];
  const response = await sendUntilOver(`${head(`POST ${path} HTTP/1.1`, lines)}\r\n\r\n${chunkedText(body)}`);
  expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request/);
  expect(response).toContain("It arrived in too many small pieces");
});

test("[V-ATK-2] a chunked form in chunks of the usual size is read", async () => {
  const body = `email=${"b".repeat(100_000)}@mail.example&password=x`;
  const chunks = body.match(/.{1,1000}/g)?.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`) ?? [];
  const lines = ["Content-Type: application/x-www-form-urlencoded", chunked, "Connection: close"];
  const response = await sendUntilOver(
    `${head("POST /admin/login HTTP/1.1", lines)}\r\n\r\n${chunks.join("")}0\r\n\r\n`,
  );
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response).toContain("Please enter your email and your password");
});

test("[V-ATK-6] the body of a GET is not read: the page is answered and the connection closed", async () => {
  const response = await sendUntilOver(`${head("GET /about HTTP/1.1", [chunked])}\r\n\r\n1\r\nx\r\n`);
  expect(response).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(response).toMatch(/^Connection: close\r$/im);
});

test("[V-ATK-4] `This was not me` and desk forms without a session are read only up to a limit per minute", async () => {
  const urlencoded = ["application/x-www-form-urlencoded"];
  const address = newAddress();
  for (let round = 0; round < 120; round++) await postRaw(app, "/application/not-me", urlencoded, "token=x", address);
  expect((await postRaw(app, "/application/not-me", urlencoded, "token=x", address)).status).toBe(429);
  const client = new HttpClient(app);
  const post = () => client.post(`/admin/applications/${crypto.randomUUID()}`, { note: "typed before" });
  for (let attempt = 0; attempt < 60; attempt++) expect((await post()).status).toBe(401);
  expect((await post()).status).toBe(302);
});
