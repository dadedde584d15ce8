import type { TeamMember } from "~/content/team/team.server";
import { Initials } from "~/ui/brand/guilloche";
import { classNames } from "~/ui/class-names";

type PortraitProps = { of: Pick<TeamMember, "name"> & Partial<Pick<TeamMember, "photo">>; className: string };

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
