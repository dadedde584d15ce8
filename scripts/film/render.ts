// Renders the hero's film: `node scripts/film/render.ts` with Debian's ffmpeg installed, or with names of copies
// (`sea.mp4`). The files are committed, so it is only needed after a change of `sea.ts`. Takes about three minutes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { drawFrame } from "./sea.ts";

const folder = fileURLToPath(new URL("../../app/site/home/film/", import.meta.url));
const [width, height] = [1600, 512];
const rate = 24;
const seconds = 9;

const common = ["-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"];
const copies = {
  // AV1 in ten bits: no banding in the water's gradients.
  "sea.webm": [
    ...common.with(1, "yuv420p10le"),
    ...["-c:v", "libsvtav1", "-preset", "4", "-crf", "46", "-g", "240", "-svtav1-params", "tune=0"],
  ],
  "sea.mp4": [...common, "-c:v", "libx264", "-preset", "veryslow", "-crf", "33", "-movflags", "+faststart"],
};

const names = process.argv.slice(2);
const selected = Object.entries(copies).filter(([name]) => names.length === 0 || names.includes(name));
const encoders = selected.map(([name, settings]) =>
  spawn(
    "ffmpeg",
    [
      ...["-hide_banner", "-loglevel", "error", "-y"],
      ...["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", `${width}x${height}`, "-r", String(rate), "-i", "pipe:0"],
      ...["-vf", "scale=out_color_matrix=bt709:out_range=tv", "-an", ...settings, folder + name],
    ],
    { stdio: ["pipe", "inherit", "inherit"] },
  ),
);

const first = drawFrame(width, height, 0);
const poster = () => sharp(first.pixels, { raw: { width, height, channels: 3 } });
await poster().avif({ quality: 48, effort: 9 }).toFile(`${folder}sea.avif`);
await poster().webp({ quality: 62, effort: 6 }).toFile(`${folder}sea.webp`);

const frames = rate * seconds;
for (let frame = 0; frame < frames; frame++) {
  const { pixels } = drawFrame(width, height, frame / frames);
  for (const { stdin } of encoders) if (!stdin.write(pixels)) await once(stdin, "drain");
}
for (const { stdin } of encoders) stdin.end();
for (const encoder of encoders) {
  const [status] = encoder.exitCode === null ? await once(encoder, "close") : [encoder.exitCode];
  if (status !== 0) throw new Error(`ffmpeg ended with ${status}`);
}
