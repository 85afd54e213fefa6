/** When links of the hydrated application fetch what they lead to. */
import { useSyncExternalStore } from 'react';

/**
 * As soon as somebody points at them or touches them, unless the browser is asked to save data, or has no connection: the
 * framework loads the page anew when a part of another cannot be fetched, and with it goes whatever was typed.
 */
export function usePrefetchMode(): 'intent' | 'none' {
  const isOnline = useSyncExternalStore(
    followConnection,
    () => navigator.onLine,
    () => true,
  );
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData || !isOnline ? 'none' : 'intent';
}

function followConnection(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}
