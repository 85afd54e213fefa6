/** Shown in place of an empty list: an image or an icon, and its content. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#ui/components/icons.tsx';
import { ResponsiveImage } from '#ui/images/responsive-image.tsx';

type EmptyStateProps = {
  children: ReactNode;
} & ({ image: string; icon?: never } | { icon: LucideIcon; image?: never });

export function EmptyState({ image, icon, children }: EmptyStateProps) {
  return (
    <div className="empty">
      {icon && (
        <span className="empty-mark">
          <Icon of={icon} />
        </span>
      )}
      {image && (
        <div className="part-picture empty-picture">
          <ResponsiveImage of={image} alt="" sizes="24rem" isFirst />
        </div>
      )}
      {children}
    </div>
  );
}
