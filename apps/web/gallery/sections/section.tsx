import type { ReactNode } from 'react';

/** A part of the gallery with its heading. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`${id}-title`} id={id} className="flex min-w-0 scroll-mt-16 flex-col gap-3">
      <h2 id={`${id}-title`} className="text-lg font-[640]">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** One piece, or one state of it, with its name. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <h3 className="text-2xs text-fg3">{name}</h3>
      <div className="flex min-w-0 flex-wrap items-center gap-2.5">{children}</div>
    </div>
  );
}
