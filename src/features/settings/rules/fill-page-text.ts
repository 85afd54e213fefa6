/** Fills the text of a page with what it names of the shop, such as its name and its zones of delivery. */
import type { PageFacts } from '#settings/rules/page-texts.ts';
import type { PageText, ProseNode } from '#settings/rules/prose.ts';

/** What stands in a text, and what each is for whoever writes it. */
export const placeholders = {
  shop: 'the name of the shop',
  email: 'its contact e-mail, as a link',
  ceo: 'the name on the portfolio',
  'cut-off': 'until when an order leaves on the same day',
  'time-zone': 'the time zone of that hour',
  'working-days': 'the days on which parts are shipped',
  zones: 'a list: where parts are delivered, at what price and in how many days',
  address: 'a list: the lines of the postal address',
};

/** A section of which nothing is left, such as that of an address nobody has given, is left out. */
export function fillPageText({ title, opening, sections }: PageText, facts: PageFacts): PageText {
  const fill = makeFill(facts);
  return {
    title: fill.words(title),
    opening: fill.nodes(opening),
    sections: sections
      .map(({ heading, body }) => ({ heading: fill.words(heading), body: fill.nodes(body) }))
      .filter(({ body }) => body.length > 0),
  };
}

export function fillWords(text: string, facts: PageFacts): string {
  return makeFill(facts).words(text);
}

function makeFill(facts: PageFacts) {
  const inline: Record<string, string> = {
    shop: facts.shop,
    email: facts.email,
    ceo: facts.ceo,
    'cut-off': facts.cutOff,
    'time-zone': facts.timeZone,
    'working-days': facts.workingDays,
  };
  const lists: Record<string, string[]> = { zones: facts.zones, address: facts.address };
  const words = (text: string) => text.replace(/\{([a-z-]+)\}/g, (whole, name) => inline[name] ?? whole);

  function nodes(given: readonly ProseNode[], isInLink = false): ProseNode[] {
    return given.flatMap((node): ProseNode[] => {
      if (typeof node === 'string') return isInLink ? [words(node)] : linkEmail(node);
      const list = node.tag === 'p' && lists[findOnlyPlaceholder(node.inside) ?? ''];
      if (!list) return [{ ...node, inside: nodes(node.inside, isInLink || node.tag === 'a') }];
      return list.length > 0
        ? [{ tag: 'ul', inside: list.map((line) => ({ tag: 'li', inside: [line] })) }]
        : [];
    });
  }

  function linkEmail(text: string): ProseNode[] {
    const link = { tag: 'a', to: `mailto:${facts.email}`, inside: [facts.email] } as const;
    return text
      .split('{email}')
      .flatMap((part, index): ProseNode[] => [
        ...(index > 0 ? [{ ...link, inside: [...link.inside] }] : []),
        ...(part ? [words(part)] : []),
      ]);
  }

  return { words, nodes };
}

function findOnlyPlaceholder([node, ...others]: readonly ProseNode[]): string | undefined {
  return typeof node === 'string' && others.length === 0 ? /^\{([a-z-]+)\}$/.exec(node)?.[1] : undefined;
}
