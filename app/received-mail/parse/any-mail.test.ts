import fc from "fast-check";
import { expect, test } from "vitest";
import { hideLinks } from "./hide-links";
import { ours } from "./ours-for-tests";
import { parseMail } from "./parse-mail.server";
import { splitQuotes } from "./split-quotes";
import { unflow } from "./unflow";

const token = "PyuMHl1HSpaww36R0qT2WAGiyt_jADSKYp9c7tAyw-hwbsR9m_r7APtCULAY3ZZUNcpQy4NuKhBzpuZ_Dl8JpZV8";
const link = `https://lucaya.example/application/resume?token=${token}`;

const word = fc.constantFrom(
  ...[
    "Hello",
    "there",
    "\n",
    "\n\n",
    "> ",
    ">",
    "On 1 May 2026",
    "wrote:",
    "From: ",
    "Subject: ",
    "To: ",
    "a@b.example",
  ],
  ...[
    "Please write above this line",
    "-----Original Message-----",
    "El ",
    "escribió:",
    "é",
    "日本",
    "\u0000",
    "\u202e",
  ],
  ...[
    "<div>",
    "</div>",
    "<blockquote>",
    "<p>",
    "&amp;",
    "&#0;",
    "<a href='https://x.example'>",
    "cid:a",
    "=\n",
    "=3D",
    "%",
  ],
  ...["--b", "--b--", "--c", "\ufdd0", "\ufdd1", "_______________", "\ud800", link],
);
const body = fc.array(word, { maxLength: 60 }).map((words) => words.join(""));
const headers = fc.array(
  fc.constantFrom(
    ...["From: Ana <ana@mail.example>", "From: =?utf-8?b?w6k=?= <é@x>", 'From: "', "From: group: a@b, c@d;", "To: <>"],
    ...[
      "Subject: =?x?q?=ff?=",
      `Subject: ${link}`,
      "Message-ID: <<>>",
      "Message-ID: a b",
      ": none",
      " folded",
      "No colon",
    ],
    ...[
      "Content-Type: text/html; charset=utf-16",
      "Content-Type: text/plain; format=flowed; delsp=yes",
      "Content-Type: /",
    ],
    ...[
      "Content-Type: multipart/alternative; boundary=b",
      'Content-Type: multipart/related; boundary="c"',
      "MIME-Version: 2",
    ],
    ...[
      "Content-Type: multipart/mixed",
      "Content-Type: message/rfc822",
      'Content-Type: image/png; name="../../x\u0007.png"',
    ],
    ...[
      "Content-Type: multipart/report; boundary=b",
      "Content-Type: message/delivery-status",
      "Content-Disposition: inline",
    ],
    ...[
      "Content-Transfer-Encoding: base64",
      "Content-Transfer-Encoding: quoted-printable",
      "Content-ID: <a>",
      "Precedence: x",
    ],
    ...["Content-Disposition: attachment; filename*=utf-7''%ff%00", "Content-Type: text/plain; charset=replacement"],
  ),
  { maxLength: 8 },
);
const part = fc.tuple(headers, body).map(([lines, text]) => `${[...lines, ""].join("\r\n")}\r\n${text}`);
const mail = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join("\r\n--b\r\n"));

/** What the program stores of any mail. */
async function check(bytes: Uint8Array) {
  const parsed = await parseMail(bytes, ours);
  const { files = [], text = "", quoted = "", ...others } = parsed.tooLarge ? {} : parsed;
  const shown = [text, quoted, ...files.map(({ name }) => name), JSON.stringify({ ...others, ...parsed, files: [] })];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL can't store NUL.
  for (const value of shown) expect(value).not.toMatch(/\u0000|\p{Cs}|PyuMHl1H/u);
  expect([...text].length).toBeLessThanOrEqual(50_000);
  expect(quoted === "" || text !== "").toBe(true);
  for (const { name } of files) expect(name).toMatch(/^[^/\\\n]{1,150}$/);
}

test("[R-IN-10] whatever bytes arrive, a mail is read or refused, and nothing of it can’t be stored", async () => {
  await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), check), { numRuns: 100 });
  await fc.assert(
    fc.asyncProperty(mail, (text) => check(Buffer.from(text))),
    { numRuns: 400 },
  );
});

test("[R-IN-10] mails that are nested in any way end", async () => {
  const tree = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      part,
      fc
        .tuple(
          fc.constantFrom("mixed", "alternative", "related", "report", "digest", "signed"),
          fc.array(tie("node"), { maxLength: 4 }),
          fc.nat(3),
        )
        .map(
          ([kind, nodes, id]) =>
            `Content-Type: multipart/${kind}; boundary=b${id}\r\n\r\n${nodes.map((node) => `--b${id}\r\n${node}\r\n`).join("")}--b${id}--`,
        ),
      tie("node").map((node) => `Content-Type: message/rfc822\r\n\r\n${node}`),
    ),
  })).node;
  await fc.assert(
    fc.asyncProperty(tree, (text) => check(Buffer.from(`From: a@b.example\r\n${text}`))),
    { numRuns: 200 },
  );
});

/** Ways in which mail programs change a link. */
const changes: ((text: string, at: number) => string)[] = [
  (text, at) => `${text.slice(0, at)}\n${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}  \r\n> > ${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}=\n${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}\u00AD\u200B${text.slice(at)}`,
  (text) => encodeURIComponent(text),
  (text) => `https://nam12.safelinks.protection.outlook.com/?url=${encodeURIComponent(text)}&data=05%7C02&reserved=0`,
  (text) => text.replace(/[=?&:/]/g, (character) => `&#x${character.charCodeAt(0).toString(16)};`),
  (text) => text.replace(/^[^?]*\?token/, (start) => start.toUpperCase()),
  (text) => `<${text}>`,
];

test("[R-IN-7] a private link or reply address is hidden in whatever way mail programs changed it", () => {
  const address = "replies+k3v9x0q2m7b5n1c8z4a6s0d9f3g7h2j5k8l1p4o6i9u@lucaya.example";
  const secret = fc.constantFrom<string>(link, address);
  // Broken into lines once, and encoded once.
  const broken = fc.tuple(fc.nat(3), fc.nat({ max: 130 }));
  const encoded = fc.tuple(fc.integer({ min: 4, max: changes.length - 1 }), fc.constant(0));
  const steps = fc.oneof(fc.tuple(broken), fc.tuple(encoded), fc.tuple(broken, encoded), fc.tuple(encoded, encoded));
  fc.assert(
    fc.property(secret, steps, body, body, (original, chosen, before, after) => {
      const changed = (chosen as [number, number][]).reduce(
        (text, [index, at]) => changes[index]?.(text, at) ?? text,
        original,
      );
      const shown = hideLinks(`${before} ${changed}\n${after}`, ours);
      const rest = shown.replace(/[^\w+-]/g, "");
      const key = original === link ? token : "k3v9x0q2m7b5n1c8z4a6s0d9f3g7h2j5k8l1p4o6i9u";
      for (let at = 0; at + 24 <= key.length; at += 8) expect(rest).not.toContain(key.slice(at, at + 24));
    }),
    { numRuns: 1_000 },
  );
});

test("[R-IN-7] what is no link of ours stays as it was written", () => {
  const plain = fc.array(
    fc.constantFrom("We", "met", ",", "\n", "> ", " ", "=", "%20", "https://gov.example/?token=ab", "1"),
  );
  fc.assert(
    fc.property(plain, fc.base64String({ maxLength: 300 }), (words, random) => {
      const text = `${words.join("")} ${random}`;
      expect(hideLinks(text, ours)).toBe(text);
    }),
  );
});

test("[R-IN-7] of a text nothing is lost: each word is in what is new or in what is quoted", () => {
  const words = (text: string) =>
    text
      .replaceAll(/[\ufdd0\ufdd1]/g, "")
      .split(/\s+/)
      .filter(Boolean)
      .sort();
  fc.assert(
    fc.property(body, (text) => {
      const { text: shown, quoted } = splitQuotes(text, ours, 50_000);
      expect(words(`${shown}\n${quoted}`).join("")).toHaveLength(words(text).join("").length);
    }),
    { numRuns: 1_000 },
  );
});

test("a flowed text has all its words", () => {
  fc.assert(
    fc.property(body, fc.boolean(), (text, isBlankRemoved) => {
      const letters = (value: string) => value.replace(/[\s>]/g, "");
      expect(letters(unflow(text, isBlankRemoved))).toBe(letters(text));
    }),
  );
});
