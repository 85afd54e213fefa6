/** What can come between somebody and the page they are on: a lost connection, and another person in another tab. */
import { useEffect, useRef } from 'react';
import { useBlocker, useLocation, useRevalidator } from 'react-router';
import { toast } from 'react-toastify/unstyled';
import { readPerson } from '#web/people/session.ts';

/** Stands once in the hydrated application, and shows nothing itself. */
export function Interruptions(): null {
  useBlockNavigationOffline();
  useSessionOfOtherTabs();
  return null;
}

/** Without this the browser would leave the page for its own of failures, and what was typed with it. */
function useBlockNavigationOffline(): void {
  const blocker = useBlocker(() => !navigator.onLine);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    // without a network a shop on this very machine is there all the same
    fetch('/healthz').then(blocker.proceed, () => {
      toast.error('There is no connection. This page stays as it is; please try again when it is back.');
      blocker.reset();
    });
  }, [blocker]);
}

/** Somebody else has logged in in another tab: from now on every call is theirs, so the page is, too. */
function useSessionOfOtherTabs(): void {
  const { revalidate } = useRevalidator();
  const location = useLocation();
  const known = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever logs in or out in this tab goes to another page
  useEffect(() => {
    known.current = readPerson()?.email;
  }, [location]);
  useEffect(() => {
    function look() {
      const person = readPerson();
      if (!person || !known.current || person.email === known.current) return;
      known.current = person.email;
      toast.info(`You are logged in as ${person.name} now, as in the other tab.`);
      void revalidate();
    }
    // the browser has kept this page while another one was shown, and brings it back as it was
    function comeBack({ persisted }: PageTransitionEvent) {
      if (persisted && known.current && !readPerson()) return window.location.reload(); // it is nobody's now
      if (persisted) look();
    }
    addEventListener('storage', look);
    addEventListener('pageshow', comeBack);
    return () => {
      removeEventListener('storage', look);
      removeEventListener('pageshow', comeBack);
    };
  }, [revalidate]);
}
