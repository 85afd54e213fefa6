/** Which picture stands for a person: the one that they have uploaded, else that of somebody. */

/** The key of the picture of somebody, among the shop's own pictures. */
export const defaultPersonImage = 'avatar-somebody';

/** The address of a person's picture. */
export function choosePersonImage(image: string | null): string {
  return image ?? `/pictures/${defaultPersonImage}-128.jpg`;
}
