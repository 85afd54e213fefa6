/** What people read of a page. */
export function readText(html: string): string {
  return html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[”.,])/g, '')
    .replace(/“ /g, '“');
}
