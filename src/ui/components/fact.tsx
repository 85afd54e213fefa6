/** A fact in a description list: its name, and what it is. */
import type { ReactNode } from 'react';

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt> <dd>{children}</dd>
    </div>
  );
}
