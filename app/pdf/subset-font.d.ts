declare module "subset-font" {
  type Options = { targetFormat: "sfnt"; variationAxes: { wght: number } };
  export default function subsetFont(font: Buffer, letters: string, options: Options): Promise<Buffer>;
}
