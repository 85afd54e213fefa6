/** The placeholder color of an image: of a few colors the one nearest to its mean, shown until the image has loaded. */

/** From 0 to 255 each, in sRGB. */
export type Color = { red: number; green: number; blue: number };

/**
 * Two digits: of its hue, 0 for grey and 1 to 8 for eighths of the circle from red on, and of its lightness, in tenths
 * (hue and lightness as HSL knows them, CSS Color 4, section 7). `styles/grounds.css` has a rule for each digit.
 */
export function computePlaceholderColor({ red, green, blue }: Color): string {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const lightness = Math.min(9, Math.floor(((most + least) / 2 / 255) * 10));
  const chroma = most - least;
  if (chroma < 20) return `0${lightness}`; // which people see as grey
  const sixth =
    most === red
      ? (green - blue) / chroma
      : most === green
        ? 2 + (blue - red) / chroma
        : 4 + (red - green) / chroma;
  const eighth = (Math.round((sixth / 6) * 8) + 8) % 8;
  return `${eighth + 1}${lightness}`;
}

/** The same of a color as `#rrggbb`. */
export function computePlaceholderColorOfHex(hex: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return computePlaceholderColor({ red, green, blue });
}
