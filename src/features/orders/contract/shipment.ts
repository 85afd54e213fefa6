/** How an order is sent; apart, because of all pages with orders only the form of a shipment checks something. */
import { z } from 'zod';
import { requiredText } from '#kernel/fields.ts';

export const shipmentSchema = z.object({
  carrier: requiredText(100, 'The carrier is empty').optional(),
  tracking: requiredText(100, 'The tracking number is empty').optional(),
});
