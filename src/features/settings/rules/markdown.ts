/** Reads Markdown: CommonMark without HTML and pictures; links lead to pages of the shop, to http(s) and to mail addresses. */
import MarkdownIt from 'markdown-it';
import { type PageText, type ProseElement, type ProseNode, readWords } from '#settings/rules/prose.ts';

/** The first heading is the title; those of the first and second level begin sections. Otherwise says what is wrong. */
export function readMarkdown(text: string): PageText | { problem: string } {
  const tokens = markdown.parse(text, {});
  const problem = findProblem(tokens);
  if (problem) return { problem };
  const [first, ...blocks] = buildTree(tokens);
  if (!isHeading(first, ['h1'])) {
    return { problem: 'The first line is the title: a # and a space before it, as in “# Terms”.' };
  }
  const page: PageText = { title: readWords(first.inside), opening: [], sections: [] };
  for (const block of blocks) {
    const section = page.sections.at(-1);
    // a heading of a lower level has no section to be in yet
    if (isHeading(block, section ? ['h1', 'h2'] : ['h1', 'h2', 'h3'])) {
      page.sections.push({ heading: readWords(block.inside), body: [] });
    } else (section?.body ?? page.opening).push(block as ProseNode);
  }
  const isEmpty = page.title === '' || page.sections.some(({ heading }) => heading === '');
  return isEmpty ? { problem: 'A heading is empty: write it behind its #, or remove the #.' } : page;
}

type Token = ReturnType<typeof markdown.parse>[number];

const markdown = new MarkdownIt('commonmark', { html: false });
markdown.validateLink = () => true; // refused below with a sentence, not shown as they were typed

/** A page of the shop, an address elsewhere, a mail address. */
const possibleLink = /^(https?:\/\/[^\s/]|mailto:[^\s]+@|\/(?!\/))/i;

function findProblem(tokens: readonly Token[]): string | undefined {
  for (const { type, attrs, children } of tokens) {
    if (type === 'image') return 'Pictures cannot be shown here: remove the ! before the [.';
    const to = type === 'link_open' ? attrs?.find(([name]) => name === 'href')?.[1] : undefined;
    if (to !== undefined && !possibleLink.test(String(to))) {
      return `The link to “${String(to).slice(0, 60)}” is not possible: a link begins with / (a page of this shop), https://, http:// or mailto:.`;
    }
    const problem = children && findProblem(children);
    if (problem) return problem;
  }
}

type Built = ProseNode | (Omit<ProseElement, 'tag'> & { tag: 'h1' | 'h2' });

function isHeading(
  block: Built | undefined,
  tags: readonly ('h1' | 'h2' | 'h3')[],
): block is Exclude<Built, string> {
  return typeof block === 'object' && (tags as string[]).includes(block.tag);
}

/** From a list of tokens that open and close. */
function buildTree(tokens: readonly Token[]): Built[] {
  const tree: Built[] = [];
  const open: Built[][] = [tree];
  for (const token of tokens) {
    const inside = open.at(-1) ?? tree;
    if (token.nesting === -1) open.pop();
    else if (token.hidden)
      open.push(inside); // a paragraph in a list without empty lines
    else if (token.nesting === 1) {
      const element = openElement(token);
      inside.push(element as Built);
      open.push(element.inside);
    } else for (const node of buildLeaf(token)) addNode(inside, node);
  }
  return tree;
}

function openElement({ type, tag, level, attrs }: Token) {
  const find = (name: string) => attrs?.find((attribute) => attribute[0] === name)?.[1];
  const to = find('href');
  const start = find('start');
  return {
    tag: type === 'heading_open' ? chooseHeading(tag, level) : tag,
    ...(to !== undefined && { to: String(to) }),
    ...(start !== undefined && { start: Number(start) }),
    inside: [] as ProseNode[],
  };
}

/** Below h2 all are of one level, so that none is left out; in lists and quotations there are none. */
function chooseHeading(tag: string, level: number): string {
  if (level > 0) return 'p';
  return tag === 'h1' || tag === 'h2' ? tag : 'h3';
}

function buildLeaf({ type, content, children }: Token): ProseNode[] {
  switch (type) {
    case 'inline':
      return buildTree(children ?? []) as ProseNode[];
    case 'softbreak':
      return [' '];
    case 'hardbreak':
      return [{ tag: 'br', inside: [] }];
    case 'hr':
      return [{ tag: 'hr', inside: [] }];
    case 'code_inline':
      return [{ tag: 'code', inside: [content] }];
    case 'fence':
    case 'code_block':
      return [{ tag: 'pre', inside: [content] }];
    default:
      return content === '' ? [] : [content];
  }
}

/** Texts side by side are one. */
function addNode(nodes: Built[], node: ProseNode): void {
  const last = nodes.at(-1);
  if (typeof node === 'string' && typeof last === 'string') nodes[nodes.length - 1] = last + node;
  else nodes.push(node);
}
