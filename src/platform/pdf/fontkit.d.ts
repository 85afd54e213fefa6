/** Of fontkit, which comes without types, what the shop uses. */
declare module 'fontkit' {
  export type Font = {
    hasGlyphForCodePoint(codePoint: number): boolean;
    /** pdfkit takes whatever has this method as a font. */
    layout(text: string): unknown;
  };

  export function create(bytes: Uint8Array): Font;
}
