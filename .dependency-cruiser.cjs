// The walls between the rooms (DESIGN, Layout). One direction: site and staff's screens → applications, inquiries →
// catalogue, content, reviews → documents, mail, accounts, jobs → db, ui.
const floors = [
  ["sample"],
  ["site"],
  ["applications", "inquiries"],
  ["catalogue", "content", "reviews"],
  ["documents", "mail", "accounts", "jobs"],
  ["db", "ui"],
];
// The staff's screens stand on the top floor, whichever room they are in.
const staffScreens = "^app/[^/]+/(admin[.-][^/]+|dashboard[^/]*)\\.tsx$";
const rooms = (list) => `^app/(${list.join("|")})/`;

const downward = floors.flatMap((own, level) => {
  const above = floors.slice(0, level).flat();
  return above.length === 0
    ? []
    : [
        {
          name: `no-way-up-from-${own.join("-")}`,
          severity: "error",
          from: { path: rooms(own), pathNot: staffScreens },
          to: { path: rooms(above) },
        },
      ];
});

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    ...downward,
    {
      name: "db-and-ui-know-nothing-of-each-other",
      severity: "error",
      from: { path: "^app/ui/" },
      to: { path: "^app/db/client|\\.server\\." },
    },
    {
      name: "screens-are-not-shared",
      comment: "Features call each other's verbs, never each other's screens.",
      severity: "error",
      from: { path: "^app/([^/]+)/" },
      to: { path: "^app/([^/]+)/(public|admin)\\.[^/]+\\.tsx$", pathNot: "^app/$1/" },
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
    {
      name: "the-shell-is-nobodys-library",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^server/" },
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
