/** What is typed in a review; apart from its endpoints, because pages without forms load no schema. */
import { z } from 'zod';
import { halfStars, requiredText } from '#kernel/fields.ts';
import { wording } from '#kernel/wording.ts';

export const reviewFormSchema = z.object({
  review: requiredText(2000, wording.messages.review),
  rating: halfStars(1, 5, wording.messages.rating),
});
