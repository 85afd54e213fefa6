/** Makes the `Link` header that lets browsers load a page's files early. */

const preloadPatterns = /<link rel="stylesheet" href="(?<style>\/[^"]+)"|<script src="(?<script>\/[^"]+)"/g;

/** Style sheets and the small script. Source: the HTML standard, 'Processing `Link` headers', and RFC 8288. */
export function findEarlyFiles(html: string): string | undefined {
  const head = html.slice(0, html.indexOf('</head>') + 1);
  const links = [...head.matchAll(preloadPatterns)].map(({ groups: { style, script } = {} }) =>
    style ? `<${style}>; rel=preload; as=style` : `<${script}>; rel=preload; as=script`,
  );
  return links.join(', ') || undefined;
}
