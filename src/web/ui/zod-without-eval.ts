/** Keeps zod from compiling its schemas with `new Function`, which the content policy refuses; before any schema is made. */
import { config } from 'zod';

config({ jitless: true });
