/** What an administrator's Markdown says, as a tree that pages show without any HTML of it. */

export type ProseNode = string | ProseElement;

export type ProseElement = {
  tag: 'p' | 'ul' | 'ol' | 'li' | 'blockquote' | 'pre' | 'h3' | 'hr' | 'strong' | 'em' | 'code' | 'a' | 'br';
  /** Of a link. */
  to?: string;
  /** The number that a list begins with. */
  start?: number;
  inside: ProseNode[];
};

export type PageText = {
  title: string;
  /** What stands before the first section. */
  opening: ProseNode[];
  sections: { heading: string; body: ProseNode[] }[];
};

/** The words alone, in one line. */
export function readWords(nodes: readonly ProseNode[]): string {
  return joinWords(nodes).replace(/\s+/g, ' ').trim();
}

function joinWords(nodes: readonly ProseNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      return inlineTags.has(node.tag) ? joinWords(node.inside) : ` ${joinWords(node.inside)} `;
    })
    .join('');
}

const inlineTags: ReadonlySet<ProseElement['tag']> = new Set(['strong', 'em', 'code', 'a']);
