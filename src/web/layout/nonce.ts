/** The nonce that allows the inline scripts of a hydrated page; known on the server only. */
import { createContext } from 'react';

export const NonceContext = createContext<string | undefined>(undefined);
