/** The frame of every page: head, navigation bar, footer, toasts, and scripts only where the page is hydrated. */
import { type ReactNode, useContext, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  UNSAFE_useScrollRestoration,
  useMatches,
  useNavigation,
  useRouteLoaderData,
} from 'react-router';
import { wording } from '#domain/wording.ts';
import iconFallback from '#web/brand/favicon.ico?url';
import icon from '#web/brand/favicon.svg?url';
import touchIcon from '#web/brand/touch-icon.png?url';
import { AdministratorNotices } from '#web/layout/administrator-notices.tsx';
import { Footer } from '#web/layout/footer.tsx';
import { Interruptions } from '#web/layout/interruptions.tsx';
import { LoadProblem, problemTitle } from '#web/layout/load-problem.tsx';
import { NavigationBar } from '#web/layout/navigation-bar.tsx';
import { NonceContext } from '#web/layout/nonce.ts';
import siteScript from '#web/layout/public-script.ts?worker&url';
import { showTheme } from '#web/layout/theme.ts';
import { Toasts } from '#web/layout/toasts.tsx';
import { showSignedIn } from '#web/people/session.ts';
import { pageContext } from '#web/server/shop-context.server.ts';
import stylesheet from '#web/styles/app.css?url';
import applicationStylesheet from '#web/styles/application.css?url';
import { useFocusAfterNavigation } from '#web/ui/focus.ts';
import { LoadingCircle } from '#web/ui/loading.tsx';
import type { Route } from './+types/root.ts';

/** What the `handle` of a route says of its page. */
export type PageHandle = {
  /** Rendered on the server and sent without React. */
  isPublic?: boolean;
  /** May load what the card provider has for browsers. */
  takesCards?: boolean;
};

/** Of the page in each theme, for the browser's own frame. */
const themeColors = [
  ['light', '#ffffff'],
  ['dark', '#121115'],
] as const;

/** Pages without a loader of their own name their address by it. It never changes, and is asked for with the first page alone. */
export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, notices } = context.get(pageContext);
  return { publicUrl, notices };
}

export const shouldRevalidate = () => false;

/** Of pages that could not be loaded; all others have a title of their own. */
export const meta = ({ error }: Route.MetaArgs) => [{ title: `${problemTitle(error)} – ${wording.shop}` }];

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const told = useRouteLoaderData<typeof loader>('root');
  const isPublic = useIsPublic();
  // the application comes to public pages, too, once it runs
  const isHydrated = !isPublic || typeof document !== 'undefined';
  const isFromServer = useIsFromServer();
  // where a problem takes the page's place, React makes the root element anew, without what the small script has said there
  useLayoutEffect(() => {
    showTheme();
    showSignedIn();
  }, []);
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {themeColors.map(([scheme, colour]) => (
          <meta
            key={scheme}
            name="theme-color"
            content={colour}
            media={`(prefers-color-scheme: ${scheme})`}
            data-scheme={scheme}
            suppressHydrationWarning
          />
        ))}
        {/* blocking and early: it says who is signed in and which theme was chosen before anything is painted */}
        {isFromServer && (
          <script
            src={siteScript}
            data-public={isHydrated ? undefined : ''}
            type={import.meta.env.DEV ? 'module' : undefined}
          />
        )}
        <link rel="stylesheet" href={stylesheet} />
        {isHydrated && <link rel="stylesheet" href={applicationStylesheet} />}
        <link rel="icon" href={iconFallback} sizes="32x32" />
        <link rel="icon" href={icon} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={touchIcon} />
        <Meta />
        <Links />
      </head>
      <body className="flex min-h-dvh flex-col">
        <a className="skip-link" href="#content">
          Skip to the content
        </a>
        <NavigationBar />
        <AdministratorNotices notices={told?.notices ?? []} />
        {children}
        <Footer />
        {isHydrated && (isFromServer ? <ScrollRestoration nonce={nonce} /> : <ScriptlessScrollRestoration />)}
        {isHydrated && <Scripts nonce={nonce} />}
      </body>
    </html>
  );
}

export default function App() {
  const isLoading = useNavigation().state !== 'idle';
  useFocusAfterNavigation();
  return (
    <main id="content" className="flex-1" tabIndex={-1} aria-busy={isLoading}>
      <Outlet />
      {isLoading && <LoadingCircle />}
      <Toasts />
      <Interruptions />
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="content" className="flex-1" tabIndex={-1}>
      <LoadProblem error={error} />
    </main>
  );
}

/**
 * False where React makes the root element in the browser, in which a script would not run: React makes script elements by
 * innerHTML (react-dom 19.3), which the content policy refuses.
 */
function useIsFromServer(): boolean {
  const isServerOrHydrating = useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  );
  const [isFromServer] = useState(isServerOrHydrating);
  return isFromServer;
}

/** What `ScrollRestoration` does, without the script that it adds for the first moment of a document. */
function ScriptlessScrollRestoration() {
  UNSAFE_useScrollRestoration();
  return null;
}

function useIsPublic(): boolean {
  return useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.isPublic);
}
