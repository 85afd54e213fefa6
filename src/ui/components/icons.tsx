/** Lucide icons in one weight and size; imported by name, so that a page loads only its own (draw-icons.ts). */
import Trash from 'lucide:trash';
import type { ReactElement } from 'react';

/** The lines of an icon on a square of 24 × 24. */
export type Drawing = ReactElement;

/** An icon as large as its line of text, hidden from screen readers: the text or a label names it. */
export function Icon({ of: drawing, className = '' }: { of: Drawing; className?: string }) {
  return (
    <svg
      className={`icon ${className}`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth={1.75}
      aria-hidden="true"
    >
      {drawing}
    </svg>
  );
}

export function TrashIcon() {
  return <Icon of={Trash} />;
}
