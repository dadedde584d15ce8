import type { TeamMember } from "~/site/texts/team";
import { Initials } from "~/ui/brand/guilloche";
import { classNames } from "~/ui/class-names";

type PortraitProps = { of: Pick<TeamMember, "name" | "photo">; className: string };

/** A person's photograph, or the initials in the same room (L-LOOK-13, P-ABOUT-3). */
export function Portrait({ of: { name, photo }, className }: PortraitProps) {
  if (!photo) return <Initials name={name} className={className} />;
  const { src, width, height } = photo;
  return (
    <img
      src={src}
      width={width}
      height={height}
      alt={`Portrait of ${name}`}
      className={classNames("rounded-full object-cover", className)}
    />
  );
}
