// The walls between the rooms (docs/ARCHITECTURE.md). From the top down: a room imports what stands below it, never
// what stands above or beside it, types included.
const floors = [
  ["server"],
  ["desk"],
  ["sample"],
  ["site"],
  ["privacy"],
  ["cases", "inquiries"],
  ["applications"],
  ["form-engine"],
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
const folderOf = (room) => (room === "server" ? "server" : `app/${room}`);
const rooms = (list) => `^(${list.map(folderOf).join("|")})/`;

const rules = "^app/core/(text-input|email/email-input[.]server)[.]ts$";

const downward = floors.slice(1).flatMap((own, level) =>
  own.map((room) => {
    const others = floors.slice(0, level + 2).flat();
    return {
      name: `no-way-up-from-${room}`,
      severity: "error",
      // A test shows what it proves where people see it, which may be above.
      from: { path: rooms([room]), pathNot: "[.]test[.]tsx?$" },
      // How pasted text and addresses are read is one rule, for searches in SQL and the environment too.
      to: { path: rooms(others.filter((other) => other !== room)), ...(room === "db" ? { pathNot: rules } : {}) },
    };
  }),
);

// The same inside the three largest rooms, from the top down: a folder imports those below it. What is on one line does
// not know its neighbours. In `cases` the desk's side of a feature (`fees/desk`) is a folder of its own.
const inside = {
  applications: [
    ["wizard", "reapply"],
    ["submit"],
    ["start"],
    ["payment", "migration", "files"],
    ["access"],
    ["submission", "status", "sent-form"],
    ["steps"],
  ],
  cases: [
    ["receipt/desk", "report-mistake", "encryption", "my-applications"],
    ["receipt"],
    ["page"],
    ["withdrawal"],
    ["desk/case", "desk/export", "desk/step-preview"],
    ["desk/list", "turn/desk", "decision/desk", "appointments/desk"],
    ["desk/row-status"],
    ["status/desk"],
    ["detail"],
    ["desk/entering", "messages/desk", "fees/desk"],
    ["reveal"],
    ["requests/desk"],
    ["hold", "hidden", "decision", "appointments"],
    ["fees"],
    ["requests"],
    ["messages"],
    ["turn"],
    ["status", "items"],
  ],
  content: [
    ["questions", "team", "newsletter/desk", "links"],
    ["editing"],
    ["posts", "forms"],
    ["newsletter", "related"],
    ["pictures", "redirects", "seo", "replies"],
    ["facts"],
    ["settings"],
    ["texts"],
  ],
};
const downwardInside = Object.entries(inside).flatMap(([room, levels]) => {
  const all = levels.flat();
  const pathOf = (folder) => `^app/${room}/${folder}/`;
  return levels.flatMap((own, level) =>
    own.map((folder) => {
      const others = levels.slice(0, level + 1).flat();
      const desk = all.filter((one) => one.startsWith(`${folder}/`)).map(pathOf);
      return {
        name: `no-way-up-inside-${room}/${folder}`,
        severity: "error",
        from: { path: pathOf(folder), pathNot: ["[.]test[.]tsx?$", ...desk] },
        to: { path: others.filter((other) => other !== folder).map(pathOf) },
      };
    }),
  );
});

// Words that a file begins with when it changes something: a verb of ours is named by what it does.
const verbs = [
  "add|attach|change|consume|create|delete|duplicate|end|export|follow|give|join|manage|migrate|move|receive|refuse|renew|request|resend|reveal|rotate|save|send|set",
  "start|store|submit|subscribe|sync|undo|update|withdraw|write",
].join("|");

// Files that are named by what they hold.
const readers =
  "/(list|detail|case|data|status-data|search|order|arrivals|answers|log|services|reviews|dashboard|find)[.]server[.]ts$";
const verbFile = `^app/.+/(${verbs})[.-][^/]*server[.]ts$`;

module.exports = {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    ...downward,
    ...downwardInside,
    {
      name: "the-core-knows-no-page",
      comment: "Configuration and log stand below every room; the entries, the root and the routes above them.",
      severity: "error",
      from: { path: "^app/(config|log)\\.server\\.ts$" },
      to: { path: "^(app|server)/[^.]+/", pathNot: rules },
    },
    {
      name: "nobody-imports-the-top",
      severity: "error",
      from: { path: "^(app|server)/", pathNot: "[.]test[.]ts$" },
      to: { path: "^app/(root|routes|entry\\.server)\\.tsx?$" },
    },
    {
      name: "the-screens-pieces-know-no-server",
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
      comment: "Verbs are named by what they do; what is named by what it holds only reads.",
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
