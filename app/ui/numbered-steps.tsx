import { preloadFace } from "~/ui/brand/fonts/preload";
import { unbroken } from "~/ui/unbroken";

export type NumberedStep = { title: string; text: string };

/** Numbered like the pages of a passport. */
export function NumberedSteps({ steps }: { steps: readonly NumberedStep[] }) {
  preloadFace("numbers");
  return (
    <ol>
      {steps.map(({ title, text }, index) => (
        <li key={title} className="relative flex gap-5 pb-9 last:pb-0 sm:gap-6">
          {index < steps.length - 1 ? (
            <span
              aria-hidden
              className="absolute top-12 bottom-1 left-[1.4375rem] border-l-2 border-dotted border-shallows"
            />
          ) : null}
          <span
            aria-hidden
            className="grid size-12 shrink-0 place-items-center rounded-full border border-sea/50 bg-white font-mono text-sm font-medium text-sea-ink"
          >
            {String(index + 1).padStart(2, "0")}
          </span>
          <div className="min-w-0 pt-2">
            <h3 className="text-xl">{title}</h3>
            <p className="mt-1.5 max-w-xl text-stone">{unbroken(text)}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
