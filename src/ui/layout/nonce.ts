/** The nonce that allows the inline scripts of a hydrated page; only the server has it. */
import { createContext } from 'react';

export const NonceContext = createContext<string | undefined>(undefined);
