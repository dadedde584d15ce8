import { ChevronDown, NotebookPen, Paperclip, Star, UserRoundPlus } from "lucide-react";

const icons = { chevron: ChevronDown, notes: NotebookPen, paperclip: Paperclip, star: Star, take: UserRoundPlus };

/** Required once on a page with `RowIcon`s. */
export function RowIconDrawings() {
  return (
    <svg aria-hidden="true" className="hidden">
      {Object.entries(icons).map(([name, Icon]) => (
        <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
          <Icon fill="inherit" />
        </symbol>
      ))}
    </svg>
  );
}

export type RowIconProps = {
  name: keyof typeof icons;
  /** For screen readers, without a text next to it. */
  label?: string;
  /** Hollow, unless a class fills it. */
  className: string;
};

/** An icon for every row of a long list: it only references its drawing. */
export function RowIcon({ name, label, className }: RowIconProps) {
  return (
    <svg role={label && "img"} aria-label={label} aria-hidden={!label} fill="none" className={className}>
      <use href={`#icon-${name}`} />
    </svg>
  );
}
