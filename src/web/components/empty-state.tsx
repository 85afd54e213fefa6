/** What stands where nothing is yet: a picture, what there is to say, and a way on. */
import type { ReactNode } from 'react';
import { Picture } from '#web/components/picture.tsx';

export function EmptyState({ picture, children }: { picture: string; children: ReactNode }) {
  return (
    <div className="empty">
      <div className="empty-picture">
        <Picture of={picture} alt="" sizes="24rem" isFirst />
      </div>
      {children}
    </div>
  );
}
