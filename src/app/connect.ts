/** Opens the database of the shop: rows may be of categories that this program does not know, and store facts without their text. */
import { unknownCategories } from '#catalogue/database/stored-categories.ts';
import { wholeSpecs } from '#catalogue/database/whole-specs.ts';
import { type Connect, connectWith } from '#platform/database/connect.ts';

export const connect: Connect = (address, size, limits) =>
  connectWith([unknownCategories, wholeSpecs], address, size, limits);
