import { describe, expect, test } from "vitest";
import { suggestEmail } from "../suggest-email";

describe("an email that looks misspelt", () => {
  test.each([
    ["natasha@gmial.con", "natasha@gmail.com"],
    ["natasha@gmail.co", "natasha@gmail.com"],
    ["natasha@hotmial.com", "natasha@hotmail.com"],
    ["natasha@yaho.com", "natasha@yahoo.com"],
    ["natasha@outlok.com", "natasha@outlook.com"],
    ["natasha@batelnt.bs", "natasha@batelnet.bs"],
    ["natasha@gnail.com", "natasha@gmail.com"],
    ["natasha@ggmail.com", "natasha@gmail.com"],
    ["natasha@gamil.cmo", "natasha@gmail.com"],
    ["natasha@hotmail.co.k", "natasha@hotmail.co.uk"],
    ["Natasha.O'Brien+visa@GMIAL.Con", "Natasha.O'Brien+visa@gmail.com"],
  ])("[N-EMAIL-1] for %s the form suggests %s", (rawEmail, meant) => expect(suggestEmail(rawEmail)).toBe(meant));
});

describe("an email without a suggestion", () => {
  test.each([
    ...["mail.com", "ymail.com", "gmx.com", "live.co.uk", "live.com", "yahoo.com.br", "hotmail.de", "outlook.com"],
    ...["gmail.com", "GMAIL.COM", "googlemail.com", "protonmail.com", "proton.me", "aol.com", "hotmail.se"],
  ])("[N-EMAIL-2] the correct domain of a mail service gets no suggestion: %s", (domain) =>
    expect(suggestEmail(`natasha@${domain}`)).toBeUndefined(),
  );

  test.each([
    ...["lucaya.example", "mail.example", "gmail.example", "gmail.com.example", "bahamas.gov.bs", "ubs.com"],
    ...["gmmial.com", "gail.cn", "homtial.com", "yahoo.community", "g.com", "com", ""],
  ])("[N-EMAIL-2] a domain unlike any common one gets no suggestion: %s", (domain) =>
    expect(suggestEmail(`natasha@${domain}`)).toBeUndefined(),
  );

  test("[N-EMAIL-2] an invalid email gets no suggestion", () => {
    for (const text of ["", "@gmial.con", "gmial.con", "natasha"]) expect(suggestEmail(text)).toBeUndefined();
  });
});
