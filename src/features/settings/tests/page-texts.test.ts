/** What administrators write for pages: how it is read, what is refused, and the wording that pages come with. */
import { describe, expect, test } from 'vitest';
import { readMarkdown } from '#settings/rules/markdown.ts';
import { findTextProblem, type PageFacts, type PageTextId, pageTextIds } from '#settings/rules/page-texts.ts';
import { type PageText, readWords } from '#settings/rules/prose.ts';
import { showTexts } from '#settings/rules/shown-texts.ts';

const facts: PageFacts = {
  shop: 'Bits {email} & Bolts',
  email: 'desk@bits.example',
  address: ['Main Street 1', 'Town'],
  ceo: 'Noor Bolt',
  hasCeo: true,
  isDeliveryFree: false,
  zones: ['Town: Germany; Post: $5.00'],
  cutOff: '14:00',
  timeZone: 'Europe/Berlin',
  workingDays: 'Monday to Friday',
};

function read(text: string): PageText {
  const page = readMarkdown(text);
  if ('problem' in page) throw new Error(page.problem);
  return page;
}

describe('Markdown', () => {
  test('is a title, what opens the page, and sections; deeper headings are of one level, and none is a second title', () => {
    const page = read(
      '# One *page*\n\nA\n\n#### First\nB\n##### Deeper\n> # Not here\n\n# Second\n- C\n  - D\n\nE',
    );
    expect(page).toEqual({
      title: 'One page',
      opening: [{ tag: 'p', inside: ['A'] }],
      sections: [
        {
          heading: 'First',
          body: [
            { tag: 'p', inside: ['B'] },
            { tag: 'h3', inside: ['Deeper'] },
            { tag: 'blockquote', inside: [{ tag: 'p', inside: ['Not here'] }] },
          ],
        },
        {
          heading: 'Second',
          body: [
            {
              tag: 'ul',
              inside: [{ tag: 'li', inside: ['C', { tag: 'ul', inside: [{ tag: 'li', inside: ['D'] }] }] }],
            },
            { tag: 'p', inside: ['E'] },
          ],
        },
      ],
    });
  });

  test('has links to pages of the shop, to others and to mail addresses; what is HTML stays words', () => {
    const { opening } = read(
      '# A\n\n[a](/parts) <https://b.example> [c](mailto:c@c.example) <b onclick="x">d</b> &amp; \\*e\\* | f |\n\n3. **g**\\\nh\n\n```\n<i>\n```\n\n---',
    );
    expect(opening).toEqual([
      {
        tag: 'p',
        inside: [
          { tag: 'a', to: '/parts', inside: ['a'] },
          ' ',
          { tag: 'a', to: 'https://b.example', inside: ['https://b.example'] },
          ' ',
          { tag: 'a', to: 'mailto:c@c.example', inside: ['c'] },
          ' <b onclick="x">d</b> & *e* | f |',
        ],
      },
      {
        tag: 'ol',
        start: 3,
        inside: [{ tag: 'li', inside: [{ tag: 'strong', inside: ['g'] }, { tag: 'br', inside: [] }, 'h'] }],
      },
      { tag: 'pre', inside: ['<i>\n'] },
      { tag: 'hr', inside: [] },
    ]);
  });

  test.each([
    ['Terms', 'The first line is the title'],
    ['## Terms', 'The first line is the title'],
    ['# \n\nA', 'A heading is empty'],
    ['# A\n## \nB', 'A heading is empty'],
    ['# A\n\n![b](/c.png)', 'Pictures cannot be shown here'],
    ['# A\n\n[b](javascript:alert(1))', 'The link to “javascript:alert(1)” is not possible'],
    ['# A\n\n- [b](JaVaScRiPt&colon;alert(1))', 'is not possible'],
    ['# A\n\n[b](//evil.example)', 'The link to “//evil.example” is not possible'],
    ['# A\n\n[b](terms)', 'The link to “terms” is not possible'],
    ['# A\n\n<data:text/html,b>', 'is not possible'],
    ['# A\n\n[b]\n\n[b]: vbscript:c', 'is not possible'],
  ])('%j is refused: %s', (text, problem) => {
    expect(readMarkdown(text)).toEqual({ problem: expect.stringContaining(problem) });
  });

  test('that is hostile nests only so deep', () => {
    const depth = (nodes: PageText['opening']): number =>
      Math.max(0, ...nodes.map((node) => (typeof node === 'string' ? 0 : 1 + depth(node.inside))));
    for (const text of ['> '.repeat(500), '- '.repeat(500), '*a **b '.repeat(500), '['.repeat(500)]) {
      expect(depth(read(`# A\n\n${text}x`).opening)).toBeLessThan(60);
    }
  });
});

describe('a text', () => {
  test('names what the shop is at the moment, each once, and leaves out a section of which nothing is left', () => {
    const text = read(
      '# {shop}\n\n{shop} {email} {other} [{email}](/contact)\n\n## {ceo}\n{zones}\n## By post\n{address}',
    );
    const shown = showTexts({ ...facts, address: [] }, new Map([['about', text]]));
    expect(shown.titles['/about']).toBe('Bits {email} & Bolts');
    expect(shown.read('about')).toEqual({
      isOwn: true,
      title: 'Bits {email} & Bolts',
      description: 'Bits {email} & Bolts desk@bits.example {other} desk@bits.example',
      opening: [
        {
          tag: 'p',
          inside: [
            'Bits {email} & Bolts ',
            { tag: 'a', to: 'mailto:desk@bits.example', inside: ['desk@bits.example'] },
            ' {other} ',
            { tag: 'a', to: '/contact', inside: ['desk@bits.example'] },
          ],
        },
      ],
      sections: [
        {
          heading: 'Noor Bolt',
          body: [{ tag: 'ul', inside: [{ tag: 'li', inside: ['Town: Germany; Post: $5.00'] }] }],
        },
      ],
    });
  });

  test.each<[PageTextId, string, string | undefined]>([
    ['home-opening', '# A\n\nB', undefined],
    ['home-opening', '# A\n## B\nC', 'There can be no lines that begin with ## here.'],
    ['home-opening', `# ${'a'.repeat(121)}`, 'The title has 121 characters; 120 are possible'],
    ['home-banner', '# A', 'Lines that begin with ##: 1 at least and 4 at most are possible, not 0.'],
    ['home-banner', `# A${'\n## B\nC'.repeat(5)}`, '4 at most are possible, not 5.'],
    ['home-banner', `# A\n## B\n${'c'.repeat(141)}`, 'The text below “B” has 141 characters'],
    ['home-history', '# A\n\nB\n## 1\nC', 'Between the title and the first line that begins with ##'],
    ['home-history', '# A\n## 1234567890\nC', 'The heading has 10 characters; 9 are possible'],
    ['home-questions', '# A\n## B?', 'Below “B?” there is no text.'],
    ['terms', `# A${'\n## B\nC'.repeat(60)}`, undefined],
  ])('%s may be %j: %s', (id, text, problem) => {
    const actual = findTextProblem(id, read(text));
    if (problem) expect(actual).toContain(problem);
    else expect(actual).toBeUndefined();
  });
});

test.each(pageTextIds)('the wording that %s comes with has room, and no name of another shop', (id) => {
  for (const isDeliveryFree of [true, false]) {
    const shown = showTexts({ ...facts, isDeliveryFree }, new Map()).read(id);
    expect(findTextProblem(id, shown)).toBeUndefined();
    expect(JSON.stringify(shown)).not.toMatch(/COMPACT|\{(?!email\}|")/);
    expect(shown.description).not.toBe('');
    expect(readWords(shown.opening).length + shown.title.length).toBeGreaterThan(4);
  }
});
