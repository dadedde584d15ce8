import type { TeamMember } from "~/content/team/team.server";
import { Initials } from "~/ui/brand/guilloche";
import { classNames } from "~/ui/class-names";

type PortraitProps = { of: Pick<TeamMember, "name" | "photo">; className: string };

/** A person's photograph, or the initials in the same room (L-LOOK-13, P-ABOUT-3). */
export function Portrait({ of: { name, photo }, className }: PortraitProps) {
  if (!photo) return <Initials name={name} className={className} />;
  const { src, alt, width, height } = photo;
  return (
    <img
      src={src}
      width={width}
      height={height}
      alt={alt}
      className={classNames("rounded-full object-cover", className)}
    />
  );
}
