import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "~/ui/button";
import { Progress } from "~/ui/progress";
import { useScripted } from "~/ui/use-scripted";

export const count = (value: number): string => value.toLocaleString("en-US");

/** Something that goes on in the background. Without script a link asks for the newest figures. */
export function Running({ title, children }: { title: string; children: ReactNode }) {
  const scripted = useScripted();
  return (
    <div className="mt-3 rounded-xl border border-line bg-white px-4 py-4 shadow-xs sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="font-semibold">
          {title}
        </p>
        {scripted ? null : (
          <ButtonLink to="/admin/privacy" variant="outline" size="sm" before={<RefreshCw aria-hidden />}>
            Refresh
          </ButtonLink>
        )}
      </div>
      <div className="mt-3 grid gap-4">{children}</div>
    </div>
  );
}

/** How far one kind of thing is: `1,200 of 48,000`. */
export function Amount({ label, done, total }: { label: string; done: number; total: number }) {
  const text = `${count(done)} of ${count(total)}`;
  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <p>{label}</p>
        <p className="text-stone tabular-nums">{text}</p>
      </div>
      <Progress value={done} max={total} label={label} text={text} className="mt-1.5" />
    </div>
  );
}
