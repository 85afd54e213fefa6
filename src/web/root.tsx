/** The frame of every page: head, navigation bar, footer, and scripts only where the page is hydrated. */
import { type ReactNode, useContext } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router';
import { NonceContext } from '#web/nonce.ts';
import siteScript from '#web/site/site.ts?worker&url';
import stylesheet from '#web/styles/app.css?url';

export const links = () => [{ rel: 'stylesheet', href: stylesheet }];

/** A page whose route has this `handle` is public: rendered on the server and sent without React. */
export type PageHandle = { isPublic?: boolean };

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const isPublic = useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.isPublic);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
        {isPublic && <script src={siteScript} defer />}
      </head>
      <body>
        {children}
        {!isPublic && <ScrollRestoration nonce={nonce} />}
        {!isPublic && <Scripts nonce={nonce} />}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}
