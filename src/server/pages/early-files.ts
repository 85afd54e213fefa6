/** Names in a header what a page's head asks for, so that a browser sends for it before it has read the page. */

const preloadPatterns = /<link rel="stylesheet" href="(?<style>\/[^"]+)"|<script src="(?<script>\/[^"]+)"/g;

/**
 * The `Link` header of a page: its style sheets and its small script, which keep it from being painted.
 * Source: the HTML standard, 'Processing `Link` headers', and RFC 8288.
 */
export function findEarlyFiles(html: string): string | undefined {
  const head = html.slice(0, html.indexOf('</head>') + 1);
  const links = [...head.matchAll(preloadPatterns)].map(({ groups: { style, script } = {} }) =>
    style ? `<${style}>; rel=preload; as=style` : `<${script}>; rel=preload; as=script`,
  );
  return links.join(', ') || undefined;
}
