/** The image of a person: the uploaded one, else the default. */

export const defaultPersonImage = 'avatar-somebody';

export function choosePersonImage(image: string | null): string {
  return image ?? `/pictures/${defaultPersonImage}-128.jpg`;
}
