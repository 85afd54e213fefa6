/** The version of Stripe's API that the sandbox implements. */

import type Stripe from 'stripe';

/** The version that the types of the `stripe` package describe. */
export const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive';
