/** The version of the provider's API that is spoken. */

import type Stripe from 'stripe';

/** The version whose objects are answered: the one that the official types describe. */
export const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive';
