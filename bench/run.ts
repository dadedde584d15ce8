import { endStarted } from "../test/harness/after-file.ts";
import { startApp } from "../test/harness/app-server.ts";
import { measureAsking } from "./asking.ts";
import { measureCase } from "./case.ts";
import { applicationsList } from "./desk/applications.ts";
import { measureDesk } from "./desk/desk.ts";
import { inquiriesList } from "./desk/inquiries.ts";
import { measureNight } from "./desk/night.ts";
import { palette } from "./desk/palette.ts";
import { people } from "./desk/people.ts";
import { measurePapers } from "./documents.ts";
import { measureFirstStart } from "./first-start.ts";
import { measureGrowth } from "./growth.ts";
import { measureImport } from "./import.ts";
import { machine } from "./machine.ts";
import { measureMemory } from "./memory.ts";
import { measureMigration } from "./migration.ts";

import { measurePage } from "./pages.ts";
import { measurePassportPages, measureWhileReading } from "./passport-pages.ts";
import { measureSaves } from "./saves.ts";
import { measureKeeping, measureSite } from "./site.ts";
import { measureStart } from "./startup.ts";
import { printTable } from "./table.ts";
import { measureWeight } from "./weight.ts";
import { measureWizard } from "./wizard.ts";

// `npm run bench [-- quick] [name …]`: runs the named measurements, or all that need neither a million rows (`growth`,
// `night` and `admin`: `applications`, `inquiries`, `palette` and `people`) nor two clones (`first-start`), without
// `import`, `documents`, `passports` and `reading`; see README.md.
const everything = ["site", "pages", "saves", "wizard", "asking", "start", "memory", "weight", "migration", "case"];
const known = [
  ...everything,
  "admin",
  "applications",
  "inquiries",
  "palette",
  "people",
  "growth",
  "documents",
  "passports",
  "reading",
  "import",
  "night",
  "first-start",
];
const args = process.argv.slice(2);
const unknown = args.filter((word) => word !== "quick" && !known.includes(word));
if (unknown.length > 0) {
  console.error(`The bench does not know '${unknown.join(" ")}'. It knows: quick, ${known.join(", ")}.`);
  process.exit(2);
}
const parts = args.filter((word) => word !== "quick");
const isSelected = (part: string) => (parts.length === 0 && everything.includes(part)) || parts.includes(part);
const pace = args.includes("quick") ? { rounds: 1, seconds: 3 } : { rounds: 5, seconds: 6 };
/** Numbers of rows for the lists and the wizard's growth. */
const sizes = args.includes("quick") ? [1_000, 100_000] : [1_000, 100_000, 1_000_000];

console.log(`Lucaya bench, ${new Date().toISOString().slice(0, 16)}Z, Node ${process.version}, ${machine()}`);
try {
  if (isSelected("first-start")) printTable("First start", await measureFirstStart(pace.rounds === 1 ? 1 : 3));
  if (isSelected("documents"))
    printTable("Hints about drawn papers", await measurePapers(pace.rounds === 1 ? 5 : undefined));
  if (isSelected("documents") || isSelected("passports"))
    printTable("Drawn passport pages", await measurePassportPages(pace.rounds === 1 ? 5 : undefined));
  if (isSelected("reading")) {
    const app = await startApp({ TRUST_PROXY: "yes" });
    try {
      printTable("While passport pages are read", await measureWhileReading(app, pace));
    } finally {
      await app.stop();
    }
  }
  if (isSelected("start")) printTable("Start", await measureStart(pace.rounds === 1 ? 1 : 3));
  if (["site", "pages", "saves", "wizard", "asking", "growth", "memory", "weight"].some(isSelected)) {
    const app = await startApp({ SAMPLE_DATA: "yes", TRUST_PROXY: "yes" });
    try {
      if (isSelected("site")) {
        printTable("Public pages from memory", await measureSite(app, pace));
        printTable("What keeping them costs", await measureKeeping(app));
      }
      if (isSelected("pages")) {
        printTable("Home page", await measurePage(app, "home", "/", pace));
        printTable("Service page", await measurePage(app, "service", "/visa/us-travel-b1-b2-visa", pace));
      }
      if (isSelected("saves")) printTable("Saves", await measureSaves(app, pace));
      if (isSelected("wizard")) printTable("Wizard", await measureWizard(app, pace));
      if (isSelected("asking"))
        printTable("What an email tells", await measureAsking(app, pace.rounds === 1 ? 20 : 60));
      if (isSelected("memory")) printTable("Memory", await measureMemory(app));
      if (isSelected("growth")) printTable("Saves as applications grow", await measureGrowth(app, sizes, pace));
      if (isSelected("weight")) printTable("Script that a page brings, over the wire", await measureWeight(app));
    } finally {
      await app.stop();
    }
  }
  if (isSelected("migration")) {
    const app = await startApp();
    try {
      printTable("Migration", await measureMigration(app));
    } finally {
      await app.stop();
    }
  }
  if (isSelected("import")) {
    const app = await startApp();
    try {
      printTable("Import of clients", await measureImport(app));
    } finally {
      await app.stop();
    }
  }
  if (isSelected("night")) {
    const app = await startApp();
    try {
      printTable("The first night of a full house", await measureNight(app));
    } finally {
      await app.stop();
    }
  }
  if (isSelected("case")) {
    const app = await startApp({ TRUST_PROXY: "yes" });
    try {
      printTable("A case with 500 messages and 40 documents", await measureCase(app));
    } finally {
      await app.stop();
    }
  }
  const lists = [
    ...(isSelected("admin") || isSelected("applications") ? [applicationsList] : []),
    ...(isSelected("admin") || isSelected("inquiries") ? [inquiriesList] : []),
  ];
  const besides = [
    ...(isSelected("admin") || isSelected("palette") ? [palette] : []),
    ...(isSelected("admin") || isSelected("people") ? [people] : []),
  ];
  if (lists.length + besides.length > 0) {
    const app = await startApp({ TRUST_PROXY: "yes" });
    try {
      await measureDesk(app, lists, sizes, printTable);
      await measureDesk(app, besides, sizes.slice(-1), printTable);
    } finally {
      await app.stop();
    }
  }
} finally {
  await endStarted();
}
console.log(`\nAfterwards: ${machine()}. Figures in brackets are the slowest and the fastest round.`);
