/** What stands where nothing is yet: a picture or a mark, what there is to say, and a way on. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ResponsiveImage } from '#web/images/responsive-image.tsx';
import { Icon } from '#web/ui/icons.tsx';

type EmptyStateProps = {
  children: ReactNode;
} & ({ picture: string; icon?: never } | { icon: LucideIcon; picture?: never });

export function EmptyState({ picture, icon, children }: EmptyStateProps) {
  return (
    <div className="empty">
      {icon && (
        <span className="empty-mark">
          <Icon of={icon} />
        </span>
      )}
      {picture && (
        <div className="empty-picture">
          <ResponsiveImage of={picture} alt="" sizes="24rem" isFirst />
        </div>
      )}
      {children}
    </div>
  );
}
