/** Keeps zod from using `new Function`, which the content policy refuses; must run before any schema is made. */
import { config } from 'zod';

config({ jitless: true });
