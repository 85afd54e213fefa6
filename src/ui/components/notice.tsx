/** A notice, with the icon and the color of its kind. */
import CircleAlert from 'lucide:circle-alert';
import CircleCheck from 'lucide:circle-check';
import Info from 'lucide:info';
import TriangleAlert from 'lucide:triangle-alert';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { FramedImage } from '#ui/images/responsive-image.tsx';
import { type Drawing, Icon } from './icons.tsx';

export type NoticeKind = 'info' | 'success' | 'warning' | 'error';

const icons: Record<NoticeKind, Drawing> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  error: CircleAlert,
};

type NoticeProps = { kind: NoticeKind; role?: 'status' | 'alert'; children: ReactNode };

/** `role`: how screen readers announce it, 'alert' at once. */
export function Notice({ kind, role, children }: NoticeProps) {
  return (
    <div className={`notice notice-${kind}`} role={role}>
      <Icon of={icons[kind]} />
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** Shown in place of an empty list: an image or an icon, its content, and the way on. */
type EmptyStateProps = {
  children: ReactNode;
  link?: { to: string; label: string; isPrimary?: boolean };
} & ({ image: string; icon?: never } | { icon: Drawing; image?: never });

export function EmptyState({ image, icon, children, link }: EmptyStateProps) {
  return (
    <div className="empty">
      {icon && (
        <span className="empty-mark">
          <Icon of={icon} />
        </span>
      )}
      {image && <FramedImage frame="part-picture empty-picture" of={image} alt="" sizes="24rem" isFirst />}
      {children}
      {link && (
        <Link className={link.isPrimary ? 'btn btn-primary' : 'btn'} to={link.to}>
          {link.label}
        </Link>
      )}
    </div>
  );
}

/** A link in a line of its own. */
export function LinkLine({ className = 'link', ...link }: LinkProps) {
  return (
    <p>
      <Link className={className} {...link} />
    </p>
  );
}

/** The full-screen loading indicator: the wordmark's bouncing circle. */
export function Loading() {
  return (
    <div className="loading-page min-h-[60dvh]">
      <LoadingCircle />
      <noscript>
        <p className="px-4 pt-8 text-center">
          This page needs JavaScript: it is about your own account. Browsing our parts works without.
        </p>
      </noscript>
    </div>
  );
}

export function LoadingCircle() {
  return (
    <div className="loading-screen" role="status">
      <span className="loading-circle" aria-hidden="true" />
      <span className="sr-only">Loading…</span>
    </div>
  );
}
