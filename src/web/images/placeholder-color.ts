/** Finds the placeholder color of one of the shop's own images by its key; on the server only, to keep pages small. */
import { createContext } from 'react';

export const PlaceholderColorContext = createContext<(key: string) => string | undefined>(() => undefined);
