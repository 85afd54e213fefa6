/** Whether React answers what is pressed: on a page that the server has rendered, only when its scripts have come. */
import { useSyncExternalStore } from 'react';

export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
