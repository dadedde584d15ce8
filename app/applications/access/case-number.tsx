import { TextLink } from "~/ui/link";

type CaseNumberProps = { linked: { id: string; number: string; isMine: boolean } };

/** The number of a linked application; a link only where this browser can open it. */
export function CaseNumber({ linked: { id, number, isMine } }: CaseNumberProps) {
  const text = <span className="font-mono whitespace-nowrap">{number}</span>;
  return isMine ? <TextLink to={`/apply/${id}`}>{text}</TextLink> : text;
}
