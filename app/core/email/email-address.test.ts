import { domainToASCII, domainToUnicode } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { comparableEmail, readEmail } from "./email-address";
import { shownEmail } from "./shown-email";

test.each([
  "bob&sue@mail.test",
  "hello/there@mail.test",
  "o'neil+visa@mail.co.uk",
  "!#$%&'*+/=?^_`{|}~-@mail.test",
  "abc.@docomo.ne.jp",
  "a..b.@ezweb.ne.jp",
  `${"x".repeat(64)}@mail.test`,
  "Ana@Mail.Example",
])("[F-MAIL-2] %s is accepted and stays as typed", (input) => {
  expect([readEmail(input), shownEmail(input)]).toEqual([input, input]);
});

test.each([
  ["info@müller.de", "info@xn--mller-kva.de"],
  ["natasha@MÜLLER.example", "natasha@xn--mller-kva.example"],
  ["ana@почта.рф", "ana@xn--80a1acny.xn--p1ai"],
  ["ana@例え。テスト", "ana@xn--r8jz45g.xn--zckzah"],
  ["ana@bücher.straße.de", "ana@xn--bcher-kva.xn--strae-oqa.de"],
])("[F-MAIL-2] %s is stored as %s and shown in Unicode", (input, stored) => {
  expect(readEmail(input)).toBe(stored);
  expect(shownEmail(stored)).toBe(input.toLowerCase().replace("。", "."));
  expect(comparableEmail(input.replace("a", "A"))).toBe(comparableEmail(stored));
});

test("[F-MAIL-2] every international domain is shown in Unicode, and reads back as the same email", () => {
  const label = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 3 }), (labels) => {
      const stored = readEmail(`ana@${labels.join(".")}.example`);
      fc.pre(stored !== undefined);
      const shown = shownEmail(stored);
      expect(readEmail(shown)).toBe(stored);
      expect([stored, `ana@${domainToUnicode(stored.slice(4))}`]).toContain(shown);
    }),
  );
});

const around = ["  ", "\t", "\n", "\u00a0", "\u200b", "\ufeff", "\u202a", "\u2060"];
test("[F-MAIL-3] spaces, invisible characters, mailto:, a name and trailing punctuation are removed", () => {
  const blanks = fc.string({ unit: fc.constantFrom(...around), maxLength: 4 });
  const names = fc.constantFrom("", "Ana Rolle ", '"Rolle, Ana" ', "ana@mail.example ");
  const ends = fc.string({ unit: fc.constantFrom(...around, ",", ";", "."), maxLength: 4 });
  fc.assert(
    fc.property(
      blanks,
      names,
      fc.constantFrom("", "mailto:", "MailTo:"),
      blanks,
      ends,
      (before, name, to, after, end) => {
        for (const text of [`${to}ana@mail.example`, `${name}<${to}ana@mail.example${end}>`, `<ana@mail.example>`])
          expect(readEmail(before + text + after + end)).toBe("ana@mail.example");
      },
    ),
  );
  expect(readEmail("mailto:ana@mail.example?subject=Visa")).toBe("ana@mail.example");
});

test.each([
  "",
  "ana",
  "ana@mail",
  "ana mail.example",
  "@mail.example",
  "ana@@mail.example",
  "ana rolle@mail.example",
  ".ana@mail.example",
  "ana.@mail.example",
  "a..b@mail.example",
  "aná@mail.example",
  "ana@-mail.example",
  "ana@mail_box.example",
  "ana@mail..example",
  "ana@[10.0.0.1]",
  "ana@10.0.0.1",
  "ana@１０.0.0.1",
  "ana@müller.de/x",
  "ana@müller.de:25",
  "ana@ana:x@müller.de",
  "ana@mail.example, bob@mail.example",
  "<ana@mail.example>, <bob@mail.example>",
  "ana@mail.example; Bob <bob@mail.example>",
  `${"x".repeat(65)}@mail.example`,
  `ana@${"x".repeat(64)}.example`,
  `ana@${"mail.".repeat(60)}example`,
])("[F-MAIL-3] %j is refused", (input) => {
  expect(readEmail(input)).toBeUndefined();
});

test.each([
  ["pаypal.com", "a Cyrillic letter among Latin ones"],
  ["раураӏ.com", "Cyrillic letters that all look like Latin ones"],
  ["mail.раураӏ.com", "one label of several"],
  ["οινικο.com", "Greek letters that all look like Latin ones"],
  ["gοοgle.com", "Greek letters among Latin ones"],
  ["һօոօ.com", "Cyrillic and Armenian"],
  ["ѕсоре-24.com", "look-alikes, a hyphen and digits"],
  ["pɑypɑl.com", "a letter of phonetics"],
  ["ꭰꮎꭱ.com", "a script out of daily use"],
  ["ꓟꓮꓲꓡ.com", "another one"],
  ["mailーlucaya.com", "a long vowel for a hyphen"],
  ["mailノlogin.com", "a stroke for a slash"],
  ["नमस्तेmail.com", "Devanagari and Latin"],
  ["почтаmail.com", "letters of both, though none is alike"],
  ["০০০.com", "nothing but digits of another script"],
])("[F-MAIL-2] the domain %s (%s) is shown in Punycode", (domain) => {
  const stored = `ana@${domainToASCII(domain)}`;
  expect(stored).toContain("xn--");
  expect(shownEmail(stored)).toBe(stored);
});

test.each([
  "müller.de",
  "žluťoučký.cz",
  "ngân-hàng.vn",
  "søster.dk",
  "почта.рф",
  "тест-24.рф",
  "παράδειγμα.gr",
  "例え.テスト",
  "東京tower.jp",
  "らーめん.jp",
  "한국.kr",
  "अमेज़न.भारत",
  "مثال.إختبار",
  "דוגמה.com",
  "ไทย.com",
])("[F-MAIL-2] the domain %s can’t be mistaken for another → it is shown in Unicode", (domain) => {
  expect(shownEmail(`ana@${domainToASCII(domain)}`)).toBe(`ana@${domain}`);
});
