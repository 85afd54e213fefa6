/** Opens the database of the shop, whose rows may be of categories that this program does not know. */
import { unknownCategories } from '#catalogue/database/stored-categories.ts';
import { type Connect, connectWith } from '#platform/database/connect.ts';

export const connect: Connect = (address, size, limits) =>
  connectWith([unknownCategories], address, size, limits);
