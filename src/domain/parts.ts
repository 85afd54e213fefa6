/** What a part is: its category, what may be said of it, and when it can be bought. */
import { z } from 'zod';

export const categories = ['memory', 'hard-disk', 'ssd', 'motherboard', 'graphics-card', 'other'] as const;
export const categorySchema = z.enum(categories);
export type Category = (typeof categories)[number];
