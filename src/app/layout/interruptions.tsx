/** Reacts to a lost connection, and to a log in as another person in another tab. */
import { useEffect, useRef } from 'react';
import { useBlocker, useLocation, useRevalidator } from 'react-router';
import { toast } from '#ui/components/toast.ts';
import { readPerson } from '#ui/session/session.ts';

export function Interruptions(): null {
  useBlockNavigationOffline();
  useSessionOfOtherTabs();
  return null;
}

/** Otherwise the browser would show its own error page, and what was typed would be lost. */
function useBlockNavigationOffline(): void {
  const blocker = useBlocker(() => !navigator.onLine);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    // a shop on this machine answers without a network
    fetch('/healthz').then(blocker.proceed, () => {
      toast.error('There is no connection. This page stays as it is; please try again when it is back.');
      blocker.reset();
    });
  }, [blocker]);
}

function useSessionOfOtherTabs(): void {
  const { revalidate } = useRevalidator();
  const location = useLocation();
  const shownEmail = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a log in or log out in this tab changes the location
  useEffect(() => {
    shownEmail.current = readPerson()?.email;
  }, [location]);
  useEffect(() => {
    function showCurrentPerson() {
      const person = readPerson();
      if (!person || !shownEmail.current || person.email === shownEmail.current) return;
      shownEmail.current = person.email;
      toast.info(`You are logged in as ${person.name} now, as in the other tab.`);
      void revalidate();
    }
    // from the back/forward cache, as it was
    function handlePageShow({ persisted }: PageTransitionEvent) {
      if (persisted && shownEmail.current && !readPerson()) return window.location.reload(); // logged out
      if (persisted) showCurrentPerson();
    }
    addEventListener('storage', showCurrentPerson);
    addEventListener('pageshow', handlePageShow);
    return () => {
      removeEventListener('storage', showCurrentPerson);
      removeEventListener('pageshow', handlePageShow);
    };
  }, [revalidate]);
}
