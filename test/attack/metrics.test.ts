import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { type AppServer, startApp, metricsToken as token } from "../harness/app-server";
import { sharedApp } from "../harness/shared";

// An empty variable counts as unset.
const plain = await startApp({ METRICS_TOKEN: "", HOST: "0.0.0.0" });
const proxied = await startApp({ METRICS_TOKEN: "", TRUST_PROXY: "yes" });
const tokened = await sharedApp();

const statusOf = async (app: AppServer, headers: Record<string, string> = {}) =>
  (await fetch(`${app.url}/metrics`, { headers })).status;

test("[V-ATK-27] without METRICS_TOKEN, /metrics responds only to this machine, and only if no proxy forwarded the request", async () => {
  const direct = await fetch(`${plain.url}/metrics`);
  expect([direct.status, await direct.text()]).toEqual([200, expect.stringContaining("lucaya_http_requests_total")]);
  const headerSets: Record<string, string>[] = [
    { "x-forwarded-for": "127.0.0.1" },
    { "x-forwarded-proto": "https" },
    { "x-forwarded-host": "lucaya.example" },
    { "x-real-ip": "127.0.0.1" },
    { forwarded: "for=127.0.0.1" },
    { via: "1.1 proxy" },
  ];
  for (const headers of headerSets) expect([headers, await statusOf(plain, headers)]).toEqual([headers, 404]);
  const outside = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const own = outside.find((address) => address.family === "IPv4" && !address.internal);
  if (!own) return;
  const response = await fetch(`http://${own.address}:${new URL(plain.url).port}/metrics`);
  expect(response.status, "by another address of this machine").toBe(404);
});

test("[V-ATK-27] with TRUST_PROXY and without METRICS_TOKEN, /metrics is always refused", async () => {
  expect(await statusOf(proxied)).toBe(404);
  expect(await statusOf(proxied, { "x-forwarded-for": "127.0.0.1" })).toBe(404);
  expect(await statusOf(proxied, { authorization: "Bearer undefined" })).toBe(404);
});

test("[V-ATK-27] with METRICS_TOKEN, /metrics responds to every client with the token and to no other", async () => {
  expect(await statusOf(tokened, { authorization: `Bearer ${token}` })).toBe(200);
  expect(await statusOf(tokened, { authorization: `Bearer ${token}`, "x-forwarded-for": "203.0.113.5" })).toBe(200);
  for (const authorization of ["", "Bearer", `Bearer ${token}x`, `Bearer ${token.slice(1)}`, token, `bearer ${token}`])
    expect([authorization, await statusOf(tokened, { authorization })]).toEqual([authorization, 404]);
});
