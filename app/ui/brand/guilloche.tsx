import { type ComponentType, lazy, Suspense } from "react";
import type { CoverProps, InitialsProps, MarkProps, RosetteProps, WavesProps } from "~/ui/brand/guilloche-drawings";

type Drawings = typeof import("~/ui/brand/guilloche-drawings");

/**
 * A drawing is in the page that the server sends. How it is drawn comes after the page's own script: the browser needs
 * it only for pages that it draws itself, and nobody waits for it.
 */
function later<Props extends object>(pick: (drawings: Drawings) => ComponentType<Props>) {
  // Offline there is no drawing to fetch: the page goes without it, and is never lost for one.
  const Drawing = lazy(async () => ({
    default: await import("~/ui/brand/guilloche-drawings").then(pick, () => (): null => null),
  }));
  return (props: Props) => (
    <Suspense>
      <Drawing {...props} />
    </Suspense>
  );
}

export const BrandMark = later<MarkProps>((drawings) => drawings.BrandMark);
export const Rosette = later<RosetteProps>((drawings) => drawings.Rosette);
export const Waves = later<WavesProps>((drawings) => drawings.Waves);
export const Cover = later<CoverProps>((drawings) => drawings.Cover);
export const Initials = later<InitialsProps>((drawings) => drawings.Initials);
