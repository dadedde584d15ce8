import { expect, test } from "vitest";
import { form, HttpClient, until } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

let people = 0;
const newEmail = () => `attack${++people}@mail.example`;

/** A browser with this IP. */
function from(address: string): HttpClient {
  const client = new HttpClient(app);
  return Object.assign(client, { address });
}

const count = (key: string, value: number) =>
  app.query("update limit_counts set count = $2 where key = $1 returning key", [key, value]);

const counted = async (key: string) =>
  (await app.query<{ count: number }>("select count from limit_counts where key = $1", [key]))[0]?.count;

const requestLink = async (client: HttpClient, asked = newEmail()) =>
  (await client.post("/apply/start", { asked })).status;

test.each([
  ["IPv4 by address and /24", ["203.0.113.5", "203.0.113.5"], "203.0.113.99", "203.0.114.5", "203.0.113.0/24"],
  [
    "IPv6 by /64 and /48",
    ["2001:db8:7:1::5", "2001:db8:7:1:ffff:2::9"],
    "2001:db8:7:2::1",
    "2001:db8:8:1::5",
    "2001:db8:7::/48",
  ],
])("[V-ATK-22] %s: a network has ten times the limit of one IP", async (_, same, neighbour, elsewhere, network) => {
  const [first = "", second = ""] = same;
  for (let time = 0; time < 20; time++) expect(await requestLink(from(time % 2 ? first : second))).toBe(200);
  expect(await requestLink(from(second)), "the address has had its 20").toBe(429);
  expect(await requestLink(from(neighbour)), "a neighbour has a limit of its own").toBe(200);
  const key = `resume from ${network}`;
  expect(await counted(key), "what an address is refused for does not count against its network").toBe(21);
  expect(await count(key, 199)).toHaveLength(1);
  expect(await requestLink(from(neighbour))).toBe(200);
  const identities = () => app.query("select key from limit_counts where key like 'resume as %'");
  const before = await identities();
  expect(await requestLink(from(neighbour)), "the network has had its 200").toBe(429);
  expect(await identities(), "nor against anybody's identity").toHaveLength(before.length);
  expect(await requestLink(from(elsewhere)), "another network").toBe(200);
});

test("[V-ATK-22] saves are counted per network too, in memory", async () => {
  const save = (client: HttpClient, id: string) =>
    client.post(`/apply/${id}/save`, { ...form("applicant_info", "Applicant Information"), intent: "save" });
  // Counts of other people in the two networks, as stored by another instance.
  await app.query(
    `insert into limit_counts (key, count, window_ends) values
     ('save from 198.51.100.0/24', 5999, now() + interval '1 minute'),
     ('save from 2001:db8:9::/48', 5999, now() + interval '1 minute')`,
  );
  for (const [firstIp, secondIp, network] of [
    ["198.51.100.1", "198.51.100.2", "198.51.100.0/24"],
    ["2001:db8:9:1::1", "2001:db8:9:2::1", "2001:db8:9::/48"],
  ] as const) {
    const [first, second] = [from(firstIp), from(secondIp)];
    const id = await first.start(newEmail());
    expect((await save(first, id)).status).toBe(200);
    await until("the network is counted", async () => (await counted(`save from ${network}`)) === 6000);
    const neighbours = await second.start(newEmail());
    expect((await save(second, neighbours)).status).toBe(429);
    const elsewhere = new HttpClient(app);
    expect((await save(elsewhere, await elsewhere.start(newEmail()))).status).toBe(200);
  }
});
