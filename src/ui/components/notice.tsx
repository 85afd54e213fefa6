/** A notice, with the icon and the color of its kind. */
import type { LucideIcon } from 'lucide-react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { Icon } from '#ui/components/icons.tsx';

export type NoticeKind = 'info' | 'success' | 'warning' | 'error';

const icons: Record<NoticeKind, LucideIcon> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  error: CircleAlert,
};

/** `role`: how screen readers announce it, 'alert' at once. */
export function Notice({
  kind,
  role,
  children,
}: {
  kind: NoticeKind;
  role?: 'status' | 'alert';
  children: ReactNode;
}) {
  return (
    <div className={`notice notice-${kind}`} role={role}>
      <Icon of={icons[kind]} />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
