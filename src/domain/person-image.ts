/** Which picture stands for a person: the one that they have uploaded, else that of somebody. */

/** The key of the picture of somebody, among the shop's own pictures. */
export const somebody = 'avatar-somebody';

/** The address of a person's picture. */
export function personImage(image: string | null): string {
  return image ?? `/pictures/${somebody}-128.jpg`;
}
