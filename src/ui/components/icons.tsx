/** Lucide icons in one weight and size; imported by path, so that a page loads only its own. */
import type { LucideIcon } from 'lucide-react';
import Trash from 'lucide-react/icons/trash-2';

/** An icon as large as its line of text, hidden from screen readers: the text or a label names it. */
export function Icon({ of: Drawing, className = '' }: { of: LucideIcon; className?: string }) {
  return <Drawing className={`icon ${className}`} strokeWidth={1.75} aria-hidden="true" />;
}

export function TrashIcon() {
  return <Icon of={Trash} />;
}
