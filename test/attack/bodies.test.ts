import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { startApp } from "../harness/app-server";
import { form, HttpClient } from "../harness/http-client";
import { postRaw } from "../harness/raw/form";

// Requests of an attack round (issue 11): no single body harms others.
const app = await startApp({ TRUST_PROXY: "yes" });
const id = await new HttpClient(app).start("holder@mail.example");

const host = () => new URL(app.url).host;
const post = (target: string, types: string[], body: string) => postRaw(app, target, types, body);

const status = (name: string) =>
  Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${app.child.pid}/status`, "utf8"))?.[1]);
/** Resident bytes of the app. */
const resident = () => status("VmRSS") * 1024;
/** CPU time of the app, in ticks. */
const used = () => {
  const fields = readFileSync(`/proc/${app.child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return Number(fields[11]) + Number(fields[12]);
};

/** The peak growth of the app's memory during an action, in bytes. */
async function risen(act: () => Promise<unknown>): Promise<number> {
  const before = resident();
  let max = before;
  const watch = setInterval(() => {
    max = Math.max(max, resident());
  }, 5);
  try {
    await act();
  } finally {
    clearInterval(watch);
  }
  return Math.max(max, resident()) - before;
}

const mebibytes = 1024 * 1024;
const tinyFile = '--z\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\n\r\n';
const tinyFiles = (bytes: number) => `${tinyFile.repeat(Math.floor(bytes / tinyFile.length))}--z--\r\n`;
const multipart = "multipart/form-data; boundary=z";

describe("[V-ATK-1] forms that two parsers could read differently", () => {
  const field = '--z\r\nContent-Disposition: form-data; name="email"\r\n\r\nmallory@mail.example\r\n--z--\r\n';
  const types: [string, string[]][] = [
    ["doubled in one line", ["multipart/form-data; boundary=nope, multipart/form-data; boundary=z"]],
    ["two lines", ["multipart/form-data; boundary=nope", multipart]],
    ["two lines of another kind", ["application/x-www-form-urlencoded", multipart]],
    ["two lines that are the same", [multipart, multipart]],
    ["two boundaries", ["multipart/form-data; boundary=nope; boundary=z"]],
    ["a boundary in another writing", ["multipart/form-data; boundary=z; BOUNDARY=nope"]],
    ["an extended boundary", ["multipart/form-data; boundary*=utf-8''nope; boundary=z"]],
    ["a comma in it", ['multipart/form-data; boundary="z,z"']],
    ["quotes that do not end", ['multipart/form-data; boundary="z']],
    ["a backslash", ['multipart/form-data; boundary="\\z"']],
    ["no boundary", ["multipart/form-data"]],
    ["an empty one", ["multipart/form-data; boundary="]],
    ["one of 71 signs", [`multipart/form-data; boundary=${"z".repeat(71)}`]],
    ["another parameter", ["multipart/form-data; charset=utf-8; boundary=z"]],
    ["urlencoded and a boundary", ["application/x-www-form-urlencoded; boundary=z"]],
    ["urlencoded twice", ["application/x-www-form-urlencoded, application/x-www-form-urlencoded"]],
  ];
  test.each(types)("[V-ATK-1] an ambiguous Content-Type is refused before parsing: %s", async (_, contentType) => {
    for (const target of ["/contact", "/contact/send", "/apply", `/apply/${id}`, `/apply/${id}/save`, "/admin/login"]) {
      const response = await post(target, contentType, field);
      expect([target, response.status]).toEqual([target, 400]);
      expect(response.body).toContain("We couldn’t read what you sent");
    }
  });

  test.each([
    "/contact",
    "/contact/send",
    "/contact/upload",
    "/apply",
    "/apply/start",
    "/newsletter",
    "/admin/login",
    "/admin/session/sign-in",
  ])("[V-ATK-1] a body of %s that is no form gets 400, at its own path and at the router's", async (target) => {
    const from = app.output().length;
    for (const path of [target, `${target}.data`]) {
      const response = await post(path, ["text/plain"], "email=mallory@mail.example");
      // A static page has no data for the router.
      expect([path, response.status]).toEqual([path, path === "/newsletter.data" ? 404 : 400]);
    }
    expect(app.output().slice(from)).not.toMatch(/"level":"?(error|50)/);
  });

  test("[V-ATK-1] the content types that browsers, scripts and curl send are read", async () => {
    const boundary = "----WebKitFormBoundaryAbC123";
    for (const type of [`multipart/form-data; boundary=${boundary}`, `Multipart/Form-Data;boundary="${boundary}"`]) {
      const response = await post("/contact", [type], field.replaceAll("--z", `--${boundary}`));
      expect([type, response.status]).toEqual([type, 422]);
      expect(response.body).toContain("mallory@mail.example");
    }
    for (const type of ["application/x-www-form-urlencoded", "application/x-www-form-urlencoded;charset=UTF-8"])
      expect((await post("/contact", [type], "email=mallory%40mail.example")).body).toContain("mallory@mail.example");
  });
});

describe("[V-ATK-2] limits on the parts of a multipart form", () => {
  test("[V-ATK-2] 54 MB of tiny file parts, with one boundary or two, raise the memory by less than 64 MB", async () => {
    const body = tinyFiles(54 * mebibytes);
    const attacks: [string, string[], number][] = [
      ["/contact", [multipart], 413],
      ["/contact", ["multipart/form-data; boundary=nope, multipart/form-data; boundary=z"], 400],
    ];
    await Promise.all(Array.from({ length: 20 }, () => new HttpClient(app).get("/apply")));
    for (const [target, types, expected] of attacks) {
      const rise = await risen(async () => {
        const [response] = await Promise.all([post(target, types, body), fetch(`${app.url}/healthz`)]);
        expect(response.status).toBe(expected);
      });
      expect(rise, `${types}: ${Math.round(rise / mebibytes)} MB`).toBeLessThan(64 * mebibytes);
    }
  });

  const field = (name: string, value = "") =>
    `--z\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  test.each<[string, string, number]>([
    ["2,000 fields", field("anything").repeat(2_000), 422],
    ["2,001 fields", field("anything").repeat(2_001), 413],
    ["200 files", tinyFile.repeat(200), 422],
    ["201 files", tinyFile.repeat(201), 413],
    ["parts that are neither", "--z\r\nX: y\r\n\r\n\r\n".repeat(3_000), 413],
    ["a name of 200 characters", field("陳".repeat(200)), 422],
    ["a name of 201 characters", field("n".repeat(201)), 413],
    ["a file input with a name of 201 characters", tinyFile.replace("files", "n".repeat(201)), 413],
    ["a value of 256 KB", field("purpose", "x".repeat(256 * 1024 - 7)), 422],
    ["a value over 256 KB", field("purpose", "x".repeat(256 * 1024 + 1)), 413],
    ["values of more than 256 KB together", field("purpose", "x".repeat(100 * 1024)).repeat(3), 413],
  ])(
    "[V-ATK-2] a multipart form with %s gets its status with and without a Content-Length",
    async (_, parts, expected) => {
      const body = `${parts}--z--\r\n`;
      expect((await post("/contact", [multipart], body)).status).toBe(expected);
      const streamed = await new HttpClient(app).send("/contact", {
        method: "POST",
        body: new Blob([body]).stream(),
        headers: { origin: app.url, "content-type": multipart },
        duplex: "half",
      });
      expect(streamed.status).toBe(expected);
    },
  );

  test("[V-ATK-2] a form over a limit gets 413 before the rest of the announced body arrives", async () => {
    const socket = connect(Number(new URL(app.url).port), "localhost");
    const answer = new Promise<string>((resolve) => socket.once("data", (chunk) => resolve(String(chunk))));
    const head = [`Host: ${host()}`, `Origin: ${app.url}`, `Content-Type: ${multipart}`, "Content-Length: 50000000"];
    socket.write(`POST /contact HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n${tinyFile.repeat(201)}`);
    expect(await answer).toMatch(/^HTTP\/1.1 413 /);
    socket.destroy();
  });

  test("[V-ATK-2] a file in a form without file fields is refused with 400", async () => {
    const body = `${tinyFile}--z--\r\n`;
    for (const target of ["/apply", "/apply/start", "/admin/login", "/newsletter", "/contact/send"]) {
      const response = await post(target, [multipart], body);
      expect([target, response.status]).toEqual([target, 400]);
      expect(response.body).toContain("This form doesn’t accept files");
    }
  });
});

describe("[V-ATK-3] limits on urlencoded forms", () => {
  const urlencoded = ["application/x-www-form-urlencoded"];
  test.each<[string, string, number]>([
    ["2,000 pairs", "a&".repeat(1_999), 422],
    ["2,001 pairs", "a=b&".repeat(2_000), 413],
    ["only separators", "&".repeat(2_000), 413],
    ["a name of 200 characters", `${"%E9%99%B3".repeat(200)}=x`, 422],
    ["a name of 201 characters", `${"%E9%99%B3".repeat(201)}=x`, 413],
    ["a name without a value", `x=y&${"n".repeat(201)}`, 413],
  ])(
    "[V-ATK-3] an urlencoded body with %s gets its status before any object is made of it",
    async (_, body, expected) => {
      expect((await post("/contact", urlencoded, body)).status).toBe(expected);
    },
  );

  test("[V-ATK-3] a save of the wizard with too many pairs is refused and stores nothing", async () => {
    const holder = new HttpClient(app);
    const own = await holder.start("counted@mail.example");
    const step = new URLSearchParams({ ...form("applicant_info", "Applicant Information"), intent: "save" });
    const manyPairs = `${step}&${"a&".repeat(2_000)}`;
    for (const path of [`/apply/${own}/save`, `/apply/${own}/save?by=router`, `/apply/${own}`]) {
      const headers = { origin: app.url, "content-type": "application/x-www-form-urlencoded" };
      const response = await holder.send(path, { method: "POST", body: manyPairs, headers });
      expect([path, response.status]).toEqual([path, 413]);
      expect(await response.text()).toContain("more than this form accepts");
    }
    const [row] = await app.query(
      "select metadata -> 'step1' ->> 'firstName' as name from visa_applications where id = $1",
      [own],
    );
    expect(row).toEqual({ name: null });
  });

  test("[V-ATK-3] 1 MB of `a&` is refused and costs less CPU time than rendering a public page", async () => {
    const body = "a&".repeat(mebibytes / 2 - 1);
    const targets = [
      "/apply",
      "/contact",
      "/apply/start",
      `/apply/${crypto.randomUUID()}`,
      `/apply/${id}`,
      `/apply/${id}/save`,
    ];
    const timed = async (act: () => Promise<unknown>) => {
      const before = used();
      await act();
      return used() - before;
    };
    const attack = async () => {
      for (const target of targets)
        expect((await post(target, urlencoded, body)).status).toBe(target.endsWith("/save") ? 403 : 413);
    };
    const page = async () => {
      for (const _ of targets)
        expect((await new HttpClient(app).get(`/apply/start?anew=${crypto.randomUUID()}`)).status).toBe(200);
    };
    await attack();
    await page();
    const sums = { attack: 0, page: 0 };
    for (let round = 0; round < 12; round++) {
      sums.attack += await timed(attack);
      sums.page += await timed(page);
    }
    expect(sums.attack).toBeLessThan(sums.page);
  });
});
