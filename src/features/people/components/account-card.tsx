/** The card of log in, sign up and the pages that mails link to: a form, beside an image on wide screens. */
import type { ReactNode } from 'react';
import { useFocusOnMount } from '#ui/components/focus.ts';
import { ResponsiveImage } from '#ui/images/responsive-image.tsx';

type AccountCardProps = {
  heading: string;
  hasFailed?: boolean;
  children: ReactNode;
};

export function AccountCard({ heading, hasFailed = false, children }: AccountCardProps) {
  return (
    <section className={hasFailed ? 'wrap account is-alone' : 'wrap account'}>
      {!hasFailed && (
        <div className="account-picture">
          {/* the phone's crop of the banner: the wide one would be cut off */}
          <ResponsiveImage of="banner-authentic-phone" alt="" sizes="40rem" />
        </div>
      )}
      <div className="account-card">
        <h1 className="text-3xl">{heading}</h1>
        <div className="mt-6 grid gap-4">{children}</div>
      </div>
    </section>
  );
}

/** What stands there instead of the form, once that is done. */
export function Done({ children }: { children: ReactNode }) {
  const arrived = useFocusOnMount<HTMLParagraphElement>();
  return (
    <p role="status" tabIndex={-1} ref={arrived}>
      {children}
    </p>
  );
}
