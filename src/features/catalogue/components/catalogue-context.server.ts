/** The catalogue, for the loaders of pages. */
import { createContext } from 'react-router';
import type { Catalogue } from '#catalogue/database/catalogue.ts';

export const catalogueContext = createContext<Catalogue>();
