import { describe, expect, test } from "vitest";
import { relatedTo, servicesOf, type Topic } from "./topics";

const bahamas = { name: "Bahamas", code: "BS", aliases: ["BAHAMAS", "BHS"] };
const canada = { name: "Canada", code: "CA", aliases: ["CANADA", "CAN"] };
const jamaica = { name: "Jamaica", code: "JM", aliases: ["JAMAICA"] };
const australia = { name: "Australia", code: "AU", aliases: ["AUS"] };
const topics: readonly Topic[] = [
  { slug: "work", name: "Bahamas Work Visa", kinds: ["Work Permit", "Work"], country: bahamas },
  { slug: "evisa", name: "Bahamian e-Visa", kinds: ["e-Visa", "Visitor"], country: bahamas },
  { slug: "eta", name: "Canadian eTA", kinds: ["Electronic Travel Authorization", "eTA"], country: canada },
  { slug: "trv", name: "Canadian Visitor Visa (TRV)", kinds: ["Temporary Resident Visa", "TRV"], country: canada },
  { slug: "jm", name: "Jamaica Visitor Visa", kinds: ["Visitor Visa", "Visitor"], country: jamaica },
  { slug: "au", name: "Australia Visitor Visa", kinds: ["Visitor Visa", "Subclass 600"], country: australia },
];
const slugs = (found: readonly Topic[]) => found.map(({ slug }) => slug);

describe("[L-SEO-10] services related to a text", () => {
  test.each([
    ["that it names", { head: "What a bahamas work visa asks for" }, ["work"]],
    [
      "whose kind it names, where one country has it",
      { head: "Work & Residence. How long is a work permit?" },
      ["work"],
    ],
    ["whose kind it names, of its country", { head: "Jamaica. A visitor visa" }, ["jm"]],
    ["whose fact it states", { head: "Fees", body: "The fee is {service-fee:trv/2 years}." }, ["trv"]],
    ["of its country, where it names none", { head: "Living in the Bahamas. Before you move" }, ["work", "evisa"]],
    ["whose short kind it spells so", { head: "Canada", body: "Do I need an eTA or a TRV?" }, ["eta", "trv"]],
  ])("a text is related to a service %s", (_, text, found) => {
    expect(slugs(servicesOf(text, topics))).toEqual(found);
  });

  test.each([
    ["a kind that several countries have", { head: "What a visitor visa costs" }],
    ["a plain word", { head: "Work, visitors and tourists" }],
    ["another word that is spelled alike", { head: "You can apply for an ETA", body: "estimated: eta 9 am" }],
    ["a part of a word", { head: "A bahamasair flight" }],
    ["a country in passing", { head: "Proof of funds", body: "People from Jamaica and Canada ask us." }],
  ])("a text is not related to a service by %s", (_, text) => {
    expect(slugs(servicesOf(text, topics))).toEqual([]);
  });

  test("a form is related to its visa in its country, or to all visas there", () => {
    const form = (country: string, kind: string) => slugs(servicesOf({ head: "A list", body: kind, country }, topics));
    expect(form("Bahamas", "Visitor")).toEqual(["evisa"]);
    expect(form("Bahamas", "All visas")).toEqual(["work", "evisa"]);
    expect(form("Jamaica", "Visitor")).toEqual(["jm"]);
    expect(form("Atlantis", "Visitor")).toEqual([]);
  });

  test("a service's own items come first, then its country's, and no others", () => {
    const items = ["Canada at large", "Jamaica", "Canada: the TRV", "Canada: the eTA"];
    expect(relatedTo("eta", items, (head) => ({ head }), topics)).toEqual([
      "Canada: the eTA",
      "Canada at large",
      "Canada: the TRV",
    ]);
    expect(relatedTo("no-such-service", items, (head) => ({ head }), topics)).toEqual([]);
  });
});
