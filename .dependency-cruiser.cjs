// The import rules (docs/ARCHITECTURE.md). Layers of modules from the top down: a module imports only from the layers
// below its own, types included.
const layers = [
  ["server"],
  ["desk"],
  ["sample"],
  ["site"],
  ["privacy"],
  ["consultations", "received-mail"],
  ["cases", "inquiries", "clients"],
  ["applications"],
  ["form-engine"],
  ["key-dates"],
  ["people"],
  ["catalogue"],
  ["reviews"],
  ["content"],
  ["accounts"],
  ["mail"],
  ["documents"],
  ["encryption"],
  ["jobs"],
  ["request-bodies"],
  ["pdf"],
  ["ui"],
  ["core"],
  ["db"],
];
const folderOf = (name) => (name === "server" ? "server" : `app/${name}`);
const modules = (list) => `^(${list.map(folderOf).join("|")})/`;

/** Pasted text and emails are normalized by one rule, for searches in SQL and the environment too. */
const inputRules = "^app/core/(text-input|email/email-input[.]server)[.]ts$";

const downward = layers.slice(1).flatMap((layer, level) =>
  layer.map((name) => {
    const others = layers.slice(0, level + 2).flat();
    return {
      name: `no-import-upwards-from-${name}`,
      severity: "error",
      // A test may show in a higher module what it proves.
      from: { path: modules([name]), pathNot: "[.]test[.]tsx?$" },
      to: {
        path: modules(others.filter((other) => other !== name)),
        ...(name === "db" ? { pathNot: inputRules } : {}),
      },
    };
  }),
);

// The same inside the three largest modules: a folder imports only those below it, not those on its own line. In `cases`
// the desk's side of a feature (`fees/desk`) is a folder of its own, and so is what its lower neighbors read of it
// (`agreement/reading`).
const inside = {
  applications: [
    ["wizard", "reapply"],
    ["submit"],
    ["passport"],
    ["start"],
    ["payment", "migrate-steps", "required-files"],
    ["access"],
    ["stored-answers", "status", "forms-without-reload"],
    ["steps"],
  ],
  cases: [
    ["receipt/desk", "report-mistake", "encryption", "my-applications"],
    ["receipt"],
    ["applicant-page"],
    ["withdrawal"],
    ["desk/case", "desk/export", "desk/step-preview"],
    ["desk/list", "turn/desk", "decision/desk", "appointments/desk", "key-dates/desk"],
    ["desk/row-status"],
    ["status/desk"],
    ["case-data"],
    ["agreement/desk", "desk/entering", "messages/desk", "fees/desk", "tasks/desk"],
    ["masked-answers/desk"],
    ["requests/desk", "invoices/desk"],
    ["legal-hold", "masked-answers", "decision", "appointments", "agreement", "invoices"],
    ["requests"],
    ["messages"],
    ["turn"],
    ["agreement/reading"],
    ["fees"],
    ["status", "request-items", "tasks", "key-dates", "desk/subpage", "aging"],
  ],
  content: [
    ["questions", "team", "newsletter/desk", "links"],
    ["editing"],
    ["posts", "forms", "rules", "agreements"],
    ["newsletter", "related"],
    ["pictures", "redirects", "seo", "replies"],
    ["facts"],
    ["settings"],
    ["texts"],
  ],
};
const downwardInside = Object.entries(inside).flatMap(([name, folderLayers]) => {
  const all = folderLayers.flat();
  const pathOf = (folder) => `^app/${name}/${folder}/`;
  return folderLayers.flatMap((layer, level) =>
    layer.map((folder) => {
      const others = folderLayers
        .slice(0, level + 1)
        .flat()
        .filter((other) => other !== folder);
      const isWithin = (other, outer) => other.startsWith(`${outer}/`);
      const own = all.filter((other) => isWithin(other, folder)).map(pathOf);
      const below = all.filter((other) => !others.includes(other) && others.some((outer) => isWithin(other, outer)));
      return {
        name: `no-import-upwards-inside-${name}/${folder}`,
        severity: "error",
        from: { path: pathOf(folder), pathNot: ["[.]test[.]tsx?$", ...own] },
        to: { path: others.map(pathOf), pathNot: below.map(pathOf) },
      };
    }),
  );
});

// File names of verbs begin with one of these.
const verbs = [
  "add|attach|change|consume|create|delete|duplicate|end|export|follow|give|join|manage|migrate|move|receive|refuse|renew|request|resend|reveal|rotate|save|send|set",
  "start|store|submit|subscribe|sync|undo|update|withdraw|write",
].join("|");

// Files that only read are named by what they return.
const readers =
  "/(list|detail|case|data|status-data|search|order|arrivals|answers|log|services|reviews|dashboard|find)[.]server[.]ts$";
const verbFile = `^app/.+/(${verbs})[.-][^/]*server[.]ts$`;

module.exports = {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    ...downward,
    ...downwardInside,
    {
      name: "config-and-log-import-no-module",
      comment: "Configuration and log are below all modules.",
      severity: "error",
      from: { path: "^app/(config|log)\\.server\\.ts$" },
      to: { path: "^(app|server)/[^.]+/", pathNot: inputRules },
    },
    {
      name: "no-import-of-root-routes-or-entry",
      severity: "error",
      from: { path: "^(app|server)/", pathNot: "[.]test[.]ts$" },
      to: { path: "^app/(root|routes|entry\\.server)\\.tsx?$" },
    },
    {
      name: "ui-imports-no-server-code",
      severity: "error",
      from: { path: "^app/ui/" },
      to: { path: "^app/db/client|\\.server\\." },
    },
    {
      name: "screens-are-not-shared",
      comment: "Features call each other's verbs, never each other's screens.",
      severity: "error",
      from: { path: "^app/([^/]+)/" },
      to: { path: "^app/([^/]+)/(public|desk)/.+\\.tsx$", pathNot: "^app/$1/" },
    },
    {
      name: "readers-do-not-import-writers",
      comment: "Verbs are named by what they do, readers by what they return.",
      severity: "error",
      from: { path: readers },
      to: { path: verbFile },
    },
    {
      name: "database-and-disk-only-on-the-server",
      severity: "error",
      from: { path: "^app/", pathNot: "\\.server\\.tsx?$|^app/db/(schema|seed)/|\\.test\\.tsx?$" },
      to: {
        path: "^(node:)?(fs|fs/promises|child_process|net)$|node_modules/(pg|pg-boss|nodemailer|flydrive|better-auth)/",
        dependencyTypesNot: ["type-only"],
      },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^\\.react-router|\\+types/" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
    },
  },
};
