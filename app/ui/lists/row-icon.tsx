import { ChevronDown, NotebookPen, Paperclip, Star, UserRoundPlus } from "lucide-react";

const icons = { chevron: ChevronDown, notes: NotebookPen, paperclip: Paperclip, star: Star, take: UserRoundPlus };

/** Drawn once on a page that shows `RowIcon`s. */
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
  /** What it says, where no words beside it do. */
  label?: string;
  /** Hollow, unless a class fills it. */
  className: string;
};

/** An icon that stands in every row of a long list: it only points to its drawing. */
export function RowIcon({ name, label, className }: RowIconProps) {
  return (
    <svg role={label && "img"} aria-label={label} aria-hidden={!label} fill="none" className={className}>
      <use href={`#icon-${name}`} />
    </svg>
  );
}
