/** What is set for the whole shop, for the loaders of pages. */
import { createContext } from 'react-router';
import type { ShownSettings } from '#settings/rules/shown-texts.ts';

export const settingsContext = createContext<ShownSettings>();
