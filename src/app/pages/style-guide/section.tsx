/** Sections and labelled examples of the style guide. */
import type { ReactNode } from 'react';

export function GuideSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="section" aria-label={title}>
      <h2 className="heading">{title}</h2>
      <div className="guide-section mt-6 grid gap-8">{children}</div>
    </section>
  );
}

export function Example({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="guide-example">
      <h3 className="silkscreen guide-label">{label}</h3>
      <div className="flex flex-wrap items-center gap-4">{children}</div>
    </div>
  );
}
