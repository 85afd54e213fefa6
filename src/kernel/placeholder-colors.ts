/** The placeholder color of an image, shown until it has loaded: the nearest of a few colors. */

/** sRGB, 0 to 255. */
export type Color = { red: number; green: number; blue: number };

/** Two digits: hue (0: gray, 1 to 8 from red), lightness in tenths. Source: CSS Color 4, section 7 (HSL). */
export function computePlaceholderColor({ red, green, blue }: Color): string {
  const max = Math.max(red, green, blue);
  const min = Math.min(red, green, blue);
  const lightness = Math.min(9, Math.floor(((max + min) / 2 / 255) * 10));
  const chroma = max - min;
  if (chroma < 20) return `0${lightness}`; // looks gray
  const sixth =
    max === red
      ? (green - blue) / chroma
      : max === green
        ? 2 + (blue - red) / chroma
        : 4 + (red - green) / chroma;
  const eighth = (Math.round((sixth / 6) * 8) + 8) % 8;
  return `${eighth + 1}${lightness}`;
}

export function computePlaceholderColorOfHex(hex: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    Number.parseInt(hex.slice(start, start + 2), 16),
  );
  return computePlaceholderColor({ red, green, blue });
}
