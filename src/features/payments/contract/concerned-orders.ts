/** The orders that a refund or a dispute is of; apart, because every page of a purchase loads it. */
import { z } from 'zod';
import { dollars } from '#kernel/fields.ts';

export const concernedOrdersSchema = z
  .array(
    z.object({
      orderId: z.uuid(),
      partsName: z.string(),
      amount: dollars.describe('what concerns this order, US dollars'),
    }),
  )
  .describe('all orders that it is of, in the order of their ids');
