import { type ComponentType, useEffect, useRef, useState } from "react";
import type { CoverProps, InitialsProps, MarkProps, RosetteProps, WavesProps } from "~/ui/brand/guilloche-drawings";
import type { HorizonProps } from "~/ui/brand/horizon";

type Drawings = typeof import("~/ui/brand/guilloche-drawings");
type Drawn = { className?: string | undefined };
type Element = SVGSVGElement & HTMLDivElement;

let drawings: Drawings | undefined = import.meta.env.SSR ? await import("~/ui/brand/guilloche-drawings") : undefined;

/** Undefined if the code can't be loaded (offline): the page is then shown without its drawings. */
const fetchDrawings = () =>
  import("~/ui/brand/guilloche-drawings").then(
    (fetched) => {
      drawings = fetched;
    },
    () => undefined,
  );

type DrawingProps<Props> = { root: "svg" | "div"; pick: (from: Drawings) => ComponentType<Props>; props: Props };

function Drawing<Props extends Drawn>({ root: Root, pick, props }: DrawingProps<Props>) {
  const own = useRef<Element>(null);
  const [fetched, setFetched] = useState(drawings);
  useEffect(() => {
    // The server's drawing stays: a page opened by its URL needs no code for it.
    if (!own.current?.hasChildNodes()) fetchDrawings().then(() => setFetched(drawings));
  }, []);
  if (!fetched)
    return (
      <Root
        ref={own}
        aria-hidden="true"
        className={props.className ?? "size-10"}
        suppressHydrationWarning
        // Hydration leaves the server's drawing in place.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty.
        dangerouslySetInnerHTML={{ __html: "" }}
      />
    );
  const Picked = pick(fetched);
  return <Picked {...props} />;
}

/**
 * A drawing is part of the server's HTML. Its code loads after the page's own script, because only client-side
 * navigation needs it. No `lazy` in a `Suspense`: while React hydrates such a part, the result of a form can stay
 * unrendered until the next event.
 */
const later =
  <Props extends Drawn>(root: "svg" | "div", pick: (from: Drawings) => ComponentType<Props>) =>
  (props: Props) => <Drawing key={JSON.stringify(props)} root={root} pick={pick} props={props} />;

export const BrandMark = later<MarkProps>("svg", (from) => from.BrandMark);
export const Rosette = later<RosetteProps>("svg", (from) => from.Rosette);
export const Waves = later<WavesProps>("div", (from) => from.Waves);
export const Cover = later<CoverProps>("svg", (from) => from.Cover);
export const Initials = later<InitialsProps>("svg", (from) => from.Initials);
export const Horizon = later<HorizonProps>("svg", (from) => from.Horizon);
