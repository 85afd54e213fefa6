/** When links of the hydrated application prefetch their page. */
import { useSyncExternalStore } from 'react';

/** Unless the browser saves data or is offline: after a failed prefetch React Router reloads the document. */
export function usePrefetchMode(): 'intent' | 'none' {
  const isOnline = useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  );
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData || !isOnline ? 'none' : 'intent';
}

function subscribeToConnection(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}
