/** The card that log in and sign up stand in. */
import type { ReactNode } from 'react';

export function AccountCard({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="mx-auto w-full max-w-md px-4 py-10">
      <div className="card bg-base-100 border-base-300 border">
        <div className="card-body">
          <h1 className="card-title text-2xl">{heading}</h1>
          {children}
        </div>
      </div>
    </section>
  );
}
