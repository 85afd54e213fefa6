/** Icons: Lucide's, each imported by its own path so that a page carries only those it shows, in one weight and size. */
import type { LucideIcon } from 'lucide-react';
import Trash from 'lucide-react/icons/trash-2';

/** An icon beside words or alone on a labelled button; as large as the line it stands in, and not read out. */
export function Icon({ of: Drawing, className = '' }: { of: LucideIcon; className?: string }) {
  return <Drawing className={`icon ${className}`} strokeWidth={1.75} aria-hidden="true" />;
}

export function TrashIcon() {
  return <Icon of={Trash} />;
}
