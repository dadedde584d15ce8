/**
 * Code for mutation testing, and the tests that must notice, as patterns. Property tests with thousands of values are
 * left out: they would run for each mutant.
 */
export type Area = { code: readonly string[]; tests: readonly string[] };

export const areas: Record<string, Area> = {
  rights: {
    code: [
      "app/applications/access/{as-holder,browsers,document-readers,email-state,find,follow-link}.server.ts",
      "app/applications/access/{holder,holder-use,refuse-email,resume}.server.ts",
      "app/applications/access/browser-words.ts",
      "app/accounts/{as-staff,staff}.server.ts",
      "app/mail/links/private-links.server.ts",
    ],
    tests: ["app/applications/access/tests/*.test.ts", "app/accounts/*.test.ts", "app/mail/links/*.test.ts"],
  },
  limits: { code: ["app/core/rate-limits/*.server.ts"], tests: ["app/core/rate-limits/*.test.ts"] },
  parsing: {
    code: [
      "app/request-bodies/{content-type,refusal,body-policy}.ts",
      "app/request-bodies/*.server.ts",
      "app/core/{cookie,input-schemas}.server.ts",
      "app/core/lists/keyset.server.ts",
      "app/core/{text-input,paths}.ts",
      "app/applications/access/number.ts",
      "app/documents/{file-check.server,file-rules,byte-range}.ts",
      "app/documents/headers/content-disposition.ts",
    ],
    tests: [
      "app/request-bodies/{parts,read-form,refusals,spool,urlencoded}.test.ts",
      "app/core/*.test.ts",
      "app/core/lists/*.test.ts",
      "app/applications/access/number.test.ts",
      "app/documents/{file-check,file-rules,byte-range}.test.ts",
      "app/documents/headers/content-disposition.test.ts",
    ],
  },
  dates: {
    code: ["app/core/time.ts", "app/reviews/age.ts"],
    tests: ["app/core/time.test.ts", "app/reviews/age.test.ts"],
  },
  money: {
    code: [
      "app/core/prices/{money,price}.ts",
      "app/catalogue/desk/write-tiers.server.ts",
      "app/catalogue/desk/structured/{rows,structured}.ts",
    ],
    tests: ["app/catalogue/**/*.test.ts", "app/core/prices/*.test.ts"],
  },
  engine: {
    code: [
      "app/form-engine/{define-step,definition,read-form,relevance,storable,validate}.ts",
      "app/applications/steps/{earlier-answers,review}.ts",
    ],
    tests: ["app/form-engine/*.test.ts", "app/applications/steps/{earlier-answers,review}.test.ts"],
  },
};
