/** The grounds of the shop's own pictures, by their keys; known on the server only, for the table would weigh in every page. */
import { createContext } from 'react';

export const PlaceholderColorContext = createContext<(key: string) => string | undefined>(() => undefined);
