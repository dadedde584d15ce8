import type { ReactNode } from "react";

export function DevSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="border-t border-line py-12">
      <h2 id={`${id}-title`} className="mb-6 text-3xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
