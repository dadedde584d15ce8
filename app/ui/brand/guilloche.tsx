import { type ComponentType, lazy, Suspense } from "react";
import type { CoverProps, InitialsProps, MarkProps, RosetteProps, WavesProps } from "~/ui/brand/guilloche-drawings";
import type { HorizonProps } from "~/ui/brand/horizon";

type Drawings = typeof import("~/ui/brand/guilloche-drawings");

/**
 * A drawing is part of the server's HTML. The code that draws it loads after the page's own script, because the browser
 * needs it only for pages that it renders itself.
 */
function later<Props extends object>(pick: (drawings: Drawings) => ComponentType<Props>) {
  // When the code can't be loaded (offline), the page is shown without the drawing instead of failing.
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
export const Horizon = later<HorizonProps>((drawings) => drawings.Horizon);
