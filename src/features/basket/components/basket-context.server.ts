/** How the loader of a personal page reads the basket of its request. */
import { createContext } from 'react-router';
import type { Basket } from '#basket/use-cases/view-basket.ts';

/** Undefined on pages that are the same for everybody. */
export const basketContext = createContext<(() => Promise<Basket>) | undefined>();
