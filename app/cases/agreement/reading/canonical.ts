import type { AgreementBlock } from "~/db/schema/agreement-templates";

// Names and order are written out here, so that neither storage nor JSON's order of names can change a SHA-256. It is
// printed on certificates, which were handed out: never change these. Another form needs a name of its own.

export type AgreementText = { title: string; blocks: readonly AgreementBlock[]; version: number };

/** The canonical form of a filled text, whose SHA-256 the form that signs it carries. */
export const canonicalText = ({ title, blocks, version }: AgreementText): string =>
  JSON.stringify({ form: "Lucaya agreement text 1", title, version, text: blocks.map(plainBlock) });

type Signed = AgreementText & {
  /** When this version was published, and when it was signed: ISO 8601 in UTC. */
  publishedAt: string;
  signedAt: string;
  facts: Readonly<Record<string, string>>;
  agreedTo: string;
  signature: string;
};

/** The canonical form of a signed agreement: JSON without spaces. */
export const canonicalAgreement = (applicationNumber: string, signed: Signed): string =>
  JSON.stringify({
    form: "Lucaya agreement 1",
    number: applicationNumber,
    title: signed.title,
    version: signed.version,
    publishedAt: signed.publishedAt,
    text: signed.blocks.map(plainBlock),
    facts: Object.keys(signed.facts)
      .sort()
      .map((name) => ({ name, value: signed.facts[name] })),
    agreedTo: signed.agreedTo,
    signature: signed.signature,
    signedAt: signed.signedAt,
  });

/** The canonical form of a countersignature. It names the agreement by its SHA-256. */
export const canonicalCountersignature = (
  applicationNumber: string,
  { agreement, signature, at }: { agreement: string; signature: string; at: string },
): string => JSON.stringify({ form: "Lucaya countersignature 1", number: applicationNumber, agreement, signature, at });

const plainBlock = (block: AgreementBlock) =>
  "heading" in block ? { heading: block.heading } : { paragraphs: block.paragraphs };

type WithCountersignature = Omit<Signed, "signedAt"> & {
  sha256: string;
  signedAt: Date;
  countersigned: { signature: string; at: Date } | null;
};

/** The canonical forms of a signed agreement and, if there is one, of its countersignature. */
export const canonicalForms = (number: string, { countersigned, ...signed }: WithCountersignature): string[] => [
  canonicalAgreement(number, { ...signed, signedAt: signed.signedAt.toISOString() }),
  ...(countersigned
    ? [
        canonicalCountersignature(number, {
          ...{ agreement: signed.sha256, signature: countersigned.signature },
          at: countersigned.at.toISOString(),
        }),
      ]
    : []),
];
