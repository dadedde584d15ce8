import type { Random } from "../../../app/sample/random.ts";
import { type Face, outline, widthOf } from "../../../app/site/social/outlines.server.ts";
import { ring, rosette } from "../../../app/ui/brand/guilloche-paths.ts";

/** A sheet, its print as SVG in its own units, and the box that the print fills. */
export type Sheet = { width: number; height: number; color: string; print: string; box: Box };
type Box = { left: number; right: number; top: number; bottom: number };

const words =
  "the applicant account statement certificate issued office department nassau bahamas period balance employment salary residence hereby confirm that has been since with our company address telephone reference number date total amount paid received school record conduct police medical health insurance travel hotel booking return ticket".split(
    " ",
  );
const names = ["Natasha Rolle", "Deon Knowles", "Marie Albury", "Kofi Mensah", "Jean Pierre", "Ana Morales", "Li Wei"];

const sentence = (random: Random, face: Face, size: number, width: number): string => {
  // fontkit can't read the blank of this file.
  const between = face === "mono" ? "-" : " ";
  let line = "";
  for (;;) {
    const longer = line ? line + between + random.pick(words) : random.pick(words);
    if (line && widthOf(face, longer, size) > width) return line;
    line = longer;
  }
};

const ink = ["#111111", "#1d1f2a", "#2b2b2b", "#15246b"];
const text = (face: Face, line: string, x: number, y: number, size: number, color = "#1a1a1a") =>
  `<g fill="${color}">${outline(face, line, { x, y, size })}</g>`;

const a4 = { width: 1240, height: 1754 };

export const anySheet = (random: Random, color: string): Sheet =>
  random.pick([letter, form, statement, certificate, passportPage])(random, color);
/** With print up to all four sides of its box. */
export const fullSheet = (random: Random, color: string): Sheet =>
  random.pick([letter, form, statement])(random, color);

function letter(random: Random, color: string): Sheet {
  const box = { left: random.int(90, 150), right: 0, top: random.int(80, 130), bottom: 0 };
  box.right = a4.width - random.int(90, 150);
  const [face, size] = [random.pick<Face>(["text", "display", "mono"]), random.int(18, 23)];
  const color1 = random.pick(ink);
  let print = text("strong", sentence(random, "strong", 40, 700), box.left, box.top + 34, 40, color1);
  print += text("text", sentence(random, "text", 18, 500), box.left, box.top + 70, 18);
  let y = box.top + 130;
  const bottom = a4.height - random.int(90, 150);
  while (y < bottom) {
    const lines = random.int(4, 9);
    for (let line = 0; line < lines && y < bottom; line++, y += size * 1.45) {
      const width = (box.right - box.left) * (line === lines - 1 ? 0.4 : 1);
      print += text(face, sentence(random, face, size, width), box.left, y, size, color1);
      box.bottom = y;
    }
    y += size * 0.8;
  }
  return { ...a4, color, print, box };
}

function form(random: Random, color: string): Sheet {
  const box = { left: 80, right: a4.width - 80, top: 100, bottom: a4.height - 100 };
  const lineColor = random.pick(["#333", "#7a8890", "#2c5a8c"]);
  let print = text("strong", sentence(random, "strong", 34, 900), box.left, box.top + 28, 34);
  let lines = "";
  for (let y = box.top + 60; y < box.bottom - 40; y += random.int(56, 84)) {
    const middle = random.int(400, 760);
    lines += `M${box.left} ${y}H${box.right}`;
    print += text("text", sentence(random, "text", 15, 240), box.left + 6, y + 18, 15, "#444");
    print += text("mono", sentence(random, "mono", 22, 260), box.left + 10, y + 44, 22, random.pick(ink));
    print += text("text", sentence(random, "text", 15, 240), middle + 6, y + 18, 15, "#444");
    print += text("mono", sentence(random, "mono", 22, box.right - middle - 20), middle + 10, y + 44, 22);
    lines += `M${middle} ${y}V${y + 50}`;
  }
  print += `<path d="${lines}M${box.left} ${box.top + 60}V${box.bottom}H${box.right}V${box.top + 60}" fill="none" stroke="${lineColor}" stroke-width="2"/>`;
  return { ...a4, color, print, box };
}

function statement(random: Random, color: string): Sheet {
  const box = { left: random.int(70, 120), right: a4.width - random.int(70, 120), top: 90, bottom: 0 };
  let print = text("display", "Island Savings Bank", box.left, box.top + 40, 46, random.pick(["#15246b", "#7a1f1f"]));
  print += text("text", sentence(random, "text", 18, 420), box.right - 430, box.top + 30, 18);
  for (let y = box.top + 110; y < a4.height - 90; y += 31) {
    const amount = `${random.int(1, 9999)}.${random.digits(2)}`;
    print += text("mono", `${random.digits(2)}/${random.digits(2)}/26`, box.left, y, 18);
    print += text("text", sentence(random, "text", 18, 480), box.left + 150, y, 18);
    print += text("mono", amount, box.right - widthOf("mono", amount, 18), y, 18);
    box.bottom = y;
  }
  return { ...a4, color, print, box };
}

function certificate(random: Random, color: string): Sheet {
  const box = { left: 70, right: a4.width - 70, top: 70, bottom: a4.height - 70 };
  const frame = random.pick(["#8a6d1f", "#1f5a3a", "#243b80"]);
  const middle = (line: string, y: number, size: number, face: Face = "display") =>
    text(face, line, (a4.width - widthOf(face, line, size)) / 2, y, size, "#222");
  const rings = rosette(`${random.digits(6)}`)
    .map(({ path, copies }) =>
      copies.map(({ turn, scale }) => `<path d="${path}" transform="rotate(${turn}) scale(${scale})"/>`).join(""),
    )
    .join("");
  const print = `<rect x="70" y="70" width="1100" height="1614" fill="none" stroke="${frame}" stroke-width="10"/><rect x="92" y="92" width="1056" height="1570" fill="none" stroke="${frame}" stroke-width="2"/>
    ${middle("Certificate", 400, 90)}${middle(sentence(random, "text", 26, 700), 520, 26, "text")}${middle(random.pick(names), 680, 64)}
    ${middle(sentence(random, "text", 26, 800), 800, 26, "text")}${middle(sentence(random, "text", 26, 760), 850, 26, "text")}
    <g transform="translate(620 1230) scale(1.5)" fill="none" stroke="${frame}" stroke-width=".7">${rings}</g>${middle(sentence(random, "mono", 20, 400), 1540, 20, "mono")}`;
  return { ...a4, color, print, box };
}

function passportPage(random: Random, _color: string): Sheet {
  const [width, height] = [1240, 870];
  const tint = random.pick(["#e3ecf5", "#f1e6ee", "#e6f1e6", "#f4efe0"]);
  const waves = Array.from(
    { length: 26 },
    (_, index) => `<path d="M0 ${index * 34}Q310 ${index * 34 - 60} 620 ${index * 34}T1240 ${index * 34}"/>`,
  ).join("");
  const rows = ["Surname", "Given names", "Nationality", "Date of birth", "Sex", "Date of expiry"]
    .map(
      (label, index) =>
        text("text", label, 470, 130 + index * 92, 17, "#566") +
        text("strong", sentence(random, "strong", 30, 300).toUpperCase(), 470, 164 + index * 92, 30),
    )
    .join("");
  const code = (line: string) => line.padEnd(44, "<").slice(0, 44);
  const print = `<g fill="none" stroke="#9fb4c8" stroke-width="1.2">${waves}</g>${portrait(random, 60, 110, 350, 450)}${rows}
    ${text("mono", code("P<BHSROLLE<<NATASHA<MARIE"), 60, 760, 40)}${text("mono", code(`N${random.digits(8)}BHS${random.digits(7)}F${random.digits(7)}`), 60, 815, 40)}`;
  return { width, height, color: tint, print, box: { left: 60, right: 1180, top: 110, bottom: 815 } };
}

export function sparse(random: Random, color: string): Sheet {
  const y = random.int(160, 900);
  const lines = random.int(1, 4);
  let print = "";
  for (let line = 0; line < lines; line++)
    print += text("text", sentence(random, "text", 22, random.int(160, 620)), 150, y + line * 36, 22, random.pick(ink));
  if (random.chance(0.5))
    print += `<path d="M700 ${y + 300}q40 -70 70 -10t60 -20q30 -40 50 10t90 -30" fill="none" stroke="#1d2f8a" stroke-width="3"/>`;
  return { ...a4, color, print, box: { left: 150, right: 900, top: y - 20, bottom: y + 300 } };
}

export function card(random: Random): Sheet {
  const [width, height] = [1011, 638];
  const color = random.pick(["#dfeaf2", "#f3ead9", "#e8f0df"]);
  const rows = Array.from({ length: 5 }, (_, row) =>
    text("strong", sentence(random, "strong", 26, 380), 380, 190 + row * 70, 26),
  ).join("");
  const print = `<rect width="1011" height="100" fill="#1f4e79"/>${text("strong", "DRIVER’S LICENSE", 40, 68, 44, "#fff")}${portrait(random, 50, 150, 270, 350)}${rows}`;
  return { width, height, color, print, box: { left: 0, right: width, top: 0, bottom: height } };
}

export function cover(random: Random): Sheet {
  const [width, height] = [880, 1250];
  const color = random.pick(["#16213f", "#4a1420", "#10301f", "#1b1b1d", "#2a1a3a"]);
  const gold = random.pick(["#c9a44c", "#d8bd77", "#b89a55"]);
  const middle = (line: string, y: number, size: number) =>
    text("display", line, (width - widthOf("display", line, size)) / 2, y, size, gold);
  const emblem = [0, 8.571, 17.143]
    .map(
      (turn) =>
        `<path d="${ring({ radius: 19.5, swing: 6.3, lobes: 14, centre: 32 })}" transform="rotate(${turn} 32 32)"/>`,
    )
    .join("");
  const print = `${middle("COMMONWEALTH", 230, 62)}<g transform="translate(270 400) scale(5.3)" fill="none" stroke="${gold}" stroke-width="1.2">${emblem}<circle cx="32" cy="32" r="30"/></g>${middle("PASSPORT", 1010, 84)}`;
  return { width, height, color, print, box: { left: 150, right: 730, top: 170, bottom: 1010 } };
}

/** An invented face in a box. */
export function portrait(random: Random, x: number, y: number, width: number, height: number): string {
  const [skin, hair, shirt] = [
    random.pick(["#c98f6b", "#8d5a3b", "#5c3a26", "#e3b995"]),
    random.pick(["#1c1511", "#3a2a1e", "#7a6a58"]),
    random.pick(["#324a6b", "#7a2f3a", "#e8e8e8", "#2c2c2c"]),
  ];
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 300 386" preserveAspectRatio="none"><rect width="300" height="386" fill="#eceae4"/>
    <path d="M20 386Q30 300 150 284Q270 300 280 386Z" fill="${shirt}"/><rect x="122" y="220" width="56" height="80" rx="20" fill="${skin}"/>
    <ellipse cx="150" cy="150" rx="78" ry="98" fill="${hair}"/><ellipse cx="150" cy="168" rx="64" ry="84" fill="${skin}"/>
    <g fill="#fff"><ellipse cx="125" cy="156" rx="11" ry="6"/><ellipse cx="175" cy="156" rx="11" ry="6"/></g><g fill="#1a120c"><circle cx="125" cy="156" r="5"/><circle cx="175" cy="156" r="5"/></g>
    <path d="M112 140q13 -8 26 0M162 140q13 -8 26 0M130 214q20 10 40 0M150 160l-6 32h10" fill="none" stroke="#2a1a12" stroke-width="3"/></svg>`;
}
