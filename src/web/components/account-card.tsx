/** What log in, sign up and the pages of forgotten passwords stand in: the form, and where there is room a picture beside it. */
import type { ReactNode } from 'react';
import { Picture } from '#web/components/picture.tsx';

export function AccountCard({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="wrap account">
      <div className="account-picture">
        <Picture of="banner-authentic" alt="" sizes="90rem" />
      </div>
      <div className="account-card">
        <h1 className="text-3xl">{heading}</h1>
        <div className="mt-6 grid gap-4">{children}</div>
      </div>
    </section>
  );
}
