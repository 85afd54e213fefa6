/** The schema of the form of a part, and the modules that are loaded when they are needed. */
import { partFormSchema } from '#catalogue/contract/part-form.ts';
import type { Problem } from '#ui/api/api-client.ts';

/** Loose: only the loaded inputs of the specification know their names; the server checks their values. */
export const partFields = partFormSchema
  .partial({
    brand: true,
    sku: true,
    mpn: true,
    gtin: true,
    featured: true,
    low_stock: true,
    weight_grams: true,
  })
  .loose();

export const loadSpecificationInputs = () => import('#catalogue/pages/specification-inputs.tsx');

/** What reads the form when it is sent. */
export async function loadPartRequests(): Promise<
  typeof import('#catalogue/pages/part-requests.ts') | Problem
> {
  try {
    return await import('#catalogue/pages/part-requests.ts');
  } catch {
    return { problem: true, status: 0, detail: 'The shop cannot be reached. Please try again.' };
  }
}
