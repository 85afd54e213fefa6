/** What log in, sign up and the pages that mails lead to stand in: the form, and where there is room a picture beside it. */
import type { ReactNode } from 'react';
import { ResponsiveImage } from '#web/images/responsive-image.tsx';

type AccountCardProps = {
  heading: string;
  /** Nothing has come of it: then the seal with its tick is left out. */
  hasFailed?: boolean;
  children: ReactNode;
};

export function AccountCard({ heading, hasFailed = false, children }: AccountCardProps) {
  return (
    <section className={hasFailed ? 'wrap account is-alone' : 'wrap account'}>
      {!hasFailed && (
        <div className="account-picture">
          {/* the part of the banner that phones get: the whole one would be cut off amid its things */}
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
