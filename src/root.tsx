/** The frame of every page: head with the colors of the browser’s bar, navigation bar, footer, toasts; scripts only on hydrated pages. */
import { type ReactNode, useContext, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  UNSAFE_useScrollRestoration,
  useMatches,
  useNavigation,
} from 'react-router';
import applicationScript from '#app/layout/application-script.ts?worker&url';
import { Footer } from '#app/layout/footer.tsx';
import { Interruptions } from '#app/layout/interruptions.tsx';
import { AdministratorNotices, NavigationBar } from '#app/layout/navigation-bar.tsx';
import publicScript from '#app/layout/public-script.ts?worker&url';
import { hydratedEvent } from '#app/layout/start-application.ts';
import * as paths from '#kernel/paths.ts';
import { settingsContext } from '#settings/components/settings-context.server.ts';
import { selectIdentity } from '#settings/rules/settings.ts';
import iconFallback from '#ui/brand/favicon.ico?url';
import icon from '#ui/brand/favicon.svg?url';
import touchIcon from '#ui/brand/touch-icon.png?url';
import { useFocusAfterNavigation } from '#ui/components/focus.ts';
import { LoadingCircle } from '#ui/components/notice.tsx';
import { formatProblemTitle, LoadProblem } from '#ui/layout/load-problem.tsx';
import { NonceContext } from '#ui/layout/nonce.ts';
import { pageContext } from '#ui/layout/page-context.server.ts';
import { readShop, type Shop } from '#ui/layout/shop.ts';
import { showTheme } from '#ui/layout/theme.ts';
import { Toasts } from '#ui/layout/toasts.tsx';
import { showSignedIn } from '#ui/session/session.ts';
import stylesheet from '#ui/styles/app.css?url';
import applicationStylesheet from '#ui/styles/application.css?url';
import type { Route } from './+types/root.ts';

export type PageHandle = {
  isPublic?: boolean;
  takesCards?: boolean;
};

/** For the browser's own frame, by theme. */
const themeColors = [
  ['light', '#ffffff'],
  ['dark', '#121115'],
] as const;

/** What all pages show of the shop. */
export function loader({ context }: Route.LoaderArgs): { publicUrl: string; shop: Shop } {
  const { publicUrl, sendsMail } = context.get(pageContext);
  const settings = context.get(settingsContext);
  const { timeZone, texts } = settings;
  return { publicUrl, shop: { ...selectIdentity(settings), titles: texts.titles, timeZone, sendsMail } };
}

/** Loaded once; the pages of settings change it. */
export const shouldRevalidate = ({ nextUrl }: ShouldRevalidateFunctionArgs) =>
  nextUrl.pathname.startsWith(paths.settings);

/** For pages that could not be loaded; all others have their own title. */
export const meta: Route.MetaFunction = ({ error, matches }) => [
  { title: [formatProblemTitle(error), readShop(matches).name].filter(Boolean).join(' – ') },
];

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const isPublic = useIsPublic();
  // once hydrated, the application also renders public pages
  const isHydrated = !isPublic || typeof document !== 'undefined';
  const isFromServer = useIsFromServer();
  // an error boundary makes a new root element, without the attributes that the public script has set
  useLayoutEffect(() => {
    showTheme();
    showSignedIn();
    dispatchEvent(new Event(hydratedEvent));
  }, []);
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {themeColors.map(([scheme, color]) => (
          <meta
            key={scheme}
            name="theme-color"
            content={color}
            media={`(prefers-color-scheme: ${scheme})`}
            data-scheme={scheme}
            suppressHydrationWarning
          />
        ))}
        {/* blocking: it sets the person and the theme before the first paint */}
        {isFromServer && (
          <script
            src={isHydrated ? applicationScript : publicScript}
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
        <AdministratorNotices />
        {children}
        <Footer />
        {isHydrated && !isFromServer && <ScriptlessScrollRestoration />}
        {isHydrated && isFromServer && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
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
      <Toasts />
    </main>
  );
}

/** False in the browser, where React makes scripts with innerHTML: the content policy refuses that. So it is, too, when a page that
 * something has changed before it starts, a translation for example, is shown anew. */
function useIsFromServer(): boolean {
  const isServerOrHydrating = useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  );
  const [isFromServer] = useState(isServerOrHydrating);
  return isFromServer;
}

/** `ScrollRestoration` without its inline script, which only the first document needs. */
function ScriptlessScrollRestoration() {
  UNSAFE_useScrollRestoration();
  return null;
}

function useIsPublic(): boolean {
  return useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.isPublic);
}
