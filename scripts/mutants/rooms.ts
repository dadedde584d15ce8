/**
 * Code whose tests are tried with mutants, and the tests that have to notice them, as patterns: those beside the code
 * that say what it does. Tests with thousands of drawn values are left out: they would run for each mutant.
 */
export type Room = { code: readonly string[]; tests: readonly string[] };

export const rooms: Record<string, Room> = {
  rights: {
    code: [
      "app/applications/access/{address,as-holder,browsers,document-readers,find,follow-link}.server.ts",
      "app/applications/access/{holder,holder-use,refuse-address,resume}.server.ts",
      "app/applications/access/browser-words.ts",
      "app/accounts/{as-staff,staff}.server.ts",
      "app/mail/links/private-links.server.ts",
    ],
    tests: ["app/applications/access/tests/*.test.ts", "app/accounts/*.test.ts", "app/mail/links/*.test.ts"],
  },
  limits: { code: ["app/ground/limits/*.server.ts"], tests: ["app/ground/limits/*.test.ts"] },
  parsing: {
    code: [
      "app/bodies/{content-type,refusal,weights}.ts",
      "app/bodies/*.server.ts",
      "app/ground/{cookie,typed-input}.server.ts",
      "app/ground/lists/keyset.server.ts",
      "app/ground/{typed-text,paths}.ts",
      "app/applications/access/number.ts",
      "app/documents/{file-check.server,file-rules,byte-range}.ts",
      "app/documents/headers/content-disposition.ts",
    ],
    tests: [
      "app/bodies/{parts,read-form,refusals,spool,urlencoded}.test.ts",
      "app/ground/*.test.ts",
      "app/ground/lists/*.test.ts",
      "app/applications/access/number.test.ts",
      "app/documents/{file-check,file-rules,byte-range}.test.ts",
      "app/documents/headers/content-disposition.test.ts",
    ],
  },
  dates: {
    code: ["app/ground/time.ts", "app/reviews/age.ts"],
    tests: ["app/ground/time.test.ts", "app/reviews/age.test.ts"],
  },
  money: {
    code: [
      "app/ground/prices/{money,price}.ts",
      "app/catalogue/desk/write-tiers.server.ts",
      "app/catalogue/desk/structured/{rows,structured}.ts",
    ],
    tests: ["app/catalogue/**/*.test.ts", "app/ground/prices/*.test.ts"],
  },
  engine: {
    code: [
      "app/applications/steps/engine/{define-step,definition,earlier-answers,read-form,relevance}.ts",
      "app/applications/steps/engine/{review,unfit,validate}.ts",
    ],
    tests: ["app/applications/steps/engine/*.test.ts"],
  },
};
