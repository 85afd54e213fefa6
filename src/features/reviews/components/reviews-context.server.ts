/** Whose reviews count, for the loaders of pages. */
import { createContext } from 'react-router';
import type { ReviewsFrom } from '#reviews/rules/reviews.ts';

export const reviewsContext = createContext<ReviewsFrom>();
