/** What is typed of a part; apart from its endpoints, because pages without forms load no schema. */
import { z } from 'zod';
import { categorySchema, maxStock } from '#catalogue/rules/parts.ts';
import {
  lowStock,
  optionalText,
  plainText,
  price,
  requiredText,
  weightGrams,
  wholeNumber,
} from '#kernel/fields.ts';
import { wording } from '#kernel/wording.ts';

export const partFormSchema = z.object({
  name: plainText(200, wording.messages.productName),
  description: requiredText(5000, wording.messages.productDescription),
  available_quantity: wholeNumber(0, maxStock, wording.messages.productQuantity),
  minimum_order: wholeNumber(1, 10_000, wording.messages.minimumOrder),
  price: price(wording.messages.price),
  category: categorySchema,
  brand: optionalText(60),
  sku: requiredText(80, 'The SKU is required'),
  mpn: optionalText(80),
  gtin: optionalText(20),
  featured: wholeNumber(1, 1_000_000, 'A whole number is needed here'),
  low_stock: lowStock,
  weight_grams: weightGrams,
});
