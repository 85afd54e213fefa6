/** The pages and sections whose texts administrators write, each with the wording that it comes with. */
import * as paths from '#kernel/paths.ts';
import { nameShop, wording } from '#kernel/wording.ts';
import { homeWording } from '#settings/rules/home-wording.ts';
import { type PageText, readWords } from '#settings/rules/prose.ts';

/** What the texts can name, and what decides on the wording they come with. */
export type PageFacts = {
  shop: string;
  email: string;
  /** One a line. */
  address: string[];
  /** Who is named on the portfolio. */
  ceo: string;
  /** Whether people can leave their address for “our CEO”. */
  hasCeo: boolean;
  isDeliveryFree: boolean;
  zones: string[];
  cutOff: string;
  timeZone: string;
  workingDays: string;
};

export type DeclaredText = {
  label: string;
  /** Of the page that shows it. */
  path: string;
  hint: string;
  /** How many sections it has, and how many characters their headings and words may have: what the place has room for. */
  sections: { least: number; most: number; heading: number; words: number };
  /** Of the title, and of what follows it. */
  title: number;
  opening: number;
  /** Its paragraphs in Markdown. */
  write(facts: PageFacts): string[];
  /** What search engines are told; otherwise the beginning of the text. */
  describe?(facts: PageFacts): string;
};

const writeToUs = '## Write to us\n\n{email}';

const noSections = { least: 0, most: 0, heading: 0, words: 0 };
const homeHeading = { path: paths.home, title: 80, sections: noSections };
const companyPage = {
  hint: 'The title, what opens the page, and a section for each line that begins with ##.',
  title: 80,
  opening: 2000,
  sections: { least: 0, most: 60, heading: 120, words: 30_000 },
};

export const pageTexts = {
  'home-opening': {
    ...homeHeading,
    label: 'Home page: opening',
    hint: 'The title of the home page; what follows it stands below. Search engines show both.',
    title: 120,
    opening: 300,
    write: () => [`# ${nameShop(wording.intro, '{shop}')}`],
    describe: () =>
      `${nameShop(wording.intro, '{shop}')} Memory, drives, motherboards and graphics cards at one low price, with a money-back promise.`,
  },
  'home-banner': {
    ...homeHeading,
    label: 'Home page: banner',
    hint: 'One to four slides, each a line that begins with ##, a sentence, and a link in a line of its own.',
    opening: 0,
    sections: { least: 1, most: 4, heading: 40, words: 140 },
    write: ({ isDeliveryFree }) => [
      `# ${nameShop(homeWording.banner.label, '{shop}')}`,
      ...homeWording.banner.slides.flatMap(({ title, link, ...slide }) => [
        `## ${title}`,
        !isDeliveryFree && 'lineWithPrices' in slide ? slide.lineWithPrices : slide.line,
        `[${link.label}](${link.to})`,
      ]),
    ],
  },
  'home-products': {
    ...homeHeading,
    label: 'Home page: parts',
    hint: 'The heading above the first parts; what follows it stands below.',
    opening: 300,
    write: () => [`# ${wording.productsHeading}`],
  },
  'home-build': {
    ...homeHeading,
    label: 'Home page: build a computer',
    hint: 'The heading, and a sentence below it.',
    opening: 300,
    write: () => [
      '# Build a computer',
      'Choose part by part: we tell you what fits together, what it costs, and how much power it draws.',
    ],
  },
  'home-history': {
    ...homeHeading,
    label: 'Home page: business history',
    hint: 'A counter for each line that begins with ##: the number there, what it counts below.',
    opening: 0,
    sections: { least: 1, most: 6, heading: 9, words: 40 },
    write: () => [
      `# ${homeWording.historyHeading}`,
      ...homeWording.counters.flatMap(({ value, label }) => [`## ${value}`, label]),
    ],
  },
  'home-ceo': {
    ...homeHeading,
    label: 'Home page: meet our CEO',
    hint: 'The heading, and what stands below it. {ceo} is the name on the portfolio.',
    opening: 600,
    write: () => [
      `# ${wording.ceo.heading}`,
      '{ceo} answers personally. Leave your address and ask whatever you want to know before you order.',
    ],
  },
  'home-questions': {
    ...homeHeading,
    label: 'Home page: questions',
    hint: 'A question for each line that begins with ##, and its answer below.',
    opening: 0,
    sections: { least: 1, most: 20, heading: 150, words: 1500 },
    write: () => [
      `# ${homeWording.questionsHeading}`,
      ...homeWording.questions.flatMap(({ question, answer }) => [`## ${question}`, answer]),
    ],
  },
  'home-reviews': {
    ...homeHeading,
    label: 'Home page: reviews',
    hint: 'The heading above the reviews.',
    opening: 0,
    write: () => [`# ${homeWording.reviewsHeading}`],
  },
  delivery: {
    ...companyPage,
    label: 'Delivery',
    path: paths.delivery,
    describe: ({ isDeliveryFree }) =>
      `{shop} delivers computer parts to your home, in town and in the country${isDeliveryFree ? ', at no extra cost' : ''}.`,
    write: ({ isDeliveryFree }) => [
      '# Delivery to town and country',
      'We bring every part to your door: to the flat on the fifth floor, and to the farm at the end of the gravel road.',
      '## What it costs',
      isDeliveryFree
        ? 'Nothing extra. Delivery is included in the price of a part: you pay the unit price times the quantity.'
        : 'It depends on where you live and on what you order, as listed below. You see the price before you order, and it does not change afterwards. Only if you cancel one of several parts do we price the delivery of the others again, and you see that first, too.',
      '## Where to, and how long it takes',
      '{zones}',
      '## When your order arrives',
      'If you order and pay by {cut-off} ({time-zone}) on a working day, we ship on that day; otherwise we ship on the next working day. We work {working-days}, except on holidays. Once you have paid, the promised days do not change.',
      '## Your address',
      'Describe the place as you would to a visitor: if your house has no number, write what can be seen on the way. We ask for your phone number so that the driver can call you.',
      '## From order to door',
      writePoints(
        'You order. At that moment the parts are taken out of our stock and kept for you.',
        'You pay by card, at once or a little later, under My Orders.',
        'We pack your parts and give them to the carrier. My Orders then says that they are on their way.',
      ),
    ],
  },
  'money-back': {
    ...companyPage,
    label: 'Money-back promise',
    path: paths.moneyBack,
    hint: `${companyPage.hint} What opens it is on the page of each part, too.`,
    opening: 300,
    describe: () => 'Should a part from {shop} not be authentic, you get back all that you paid for it.',
    write: () => [
      '# Money-back promise',
      'Every part that we sell is authentic. Should one not be, we return all that you paid for it.',
      '## What we promise',
      writePoints(
        'The part is the one that its page names: that maker, that model, that capacity.',
        'It has not been relabelled, and nobody has used it before you.',
        'If any of this is not true of your part, you may send it back, even opened and used.',
      ),
      '## How to ask for it',
      'Write to us with the number of your order and, if you can, a photo of the label. We answer with the address to send the part to, and return the money to the card that paid.',
      '## An order that you have not paid',
      'You need not ask: as long as an order is unpaid you can cancel it yourself, at any time, under My Orders.',
      writeToUs,
    ],
  },
  about: {
    ...companyPage,
    label: 'About us',
    path: paths.about,
    describe: () =>
      '{shop} sells authentic computer parts at one low price and delivers them to town and country.',
    write: () => [
      '# About us',
      '{shop} sells the parts that computers are made of: memory, hard disks, SSDs, motherboards and graphics cards.',
      '## One price',
      'We keep our parts at the cheapest rate, for everybody and every day. There are no offers, coupons or countdowns, because an offer is only a price that was too high the day before.',
      '## Only what we have',
      'The quantity on each part is what lies on our shelf. An order takes its parts from the shelf at once, so that nothing is sold twice.',
      '## For town and country',
      'Many of our customers live where no other shop delivers, on lines where pages load slowly. That is why our pages are small, and why our carriers know the way.',
    ],
  },
  contact: {
    ...companyPage,
    label: 'Contact',
    path: paths.contact,
    describe: () => 'How to reach {shop} about an order, a part or a return.',
    write: () => [
      '# Contact',
      'Write to us. A person reads it, and the same person answers.',
      '## About an order',
      'Tell us the number of the order, which is in each of our e-mails about it and on its page under My Orders, and write from the e-mail address that you ordered with.',
      '## About a part',
      'Before you buy, tell us what it has to fit into: the motherboard for memory and drives, the case and the power supply for a graphics card.',
      '## By post',
      '{address}',
      writeToUs,
    ],
  },
  privacy: {
    ...companyPage,
    label: 'Privacy',
    path: paths.privacy,
    describe: () => 'What {shop} keeps about you, why, and what it never sees.',
    write: ({ hasCeo }) => [
      '# Privacy',
      'We keep what an order needs, and nothing to follow you around with.',
      '## What we keep',
      writePoints(
        'Your name, your e-mail address and a scrambled form of your password, from which the password cannot be read back.',
        'Of each order: the part, the quantity, the price, where to deliver, whom to bill, your phone number, what else you wrote, and what became of it.',
        'Your reviews and their pictures, which everybody can see under your name.',
        'What you tell us in My Profile: your education, your place, your addresses, your phone number and a picture.',
        'For as long as you are logged in: since when, from which network address and with which browser.',
        ...(hasCeo ? ['The address that you leave for our CEO.'] : []),
      ),
      '## What we never see',
      'Your card number. It goes from your browser straight to our card provider, with your name and your e-mail address. The provider tells us the number of the transaction and whether it succeeded, or why it did not.',
      '## In your browser',
      'One cookie keeps you signed in. While you have a basket, two more say which one is yours and how many parts are in it, for 30 days. When you have sent us something, another makes sure for a minute that you see it. Your name, your e-mail address and an access token lie in the storage of your browser until you log out, and the theme that you chose stays there. What you have typed into a form and not sent stays in its tab until you send it, log out or close the tab. There are no trackers, no advertisements and no scripts of others on our public pages.',
      '## Your rights',
      'Write to us and we tell you what we keep about you, correct it, or delete it, except your orders with their addresses, which belong to our books.',
      writeToUs,
    ],
  },
  terms: {
    ...companyPage,
    label: 'Terms',
    path: paths.terms,
    describe: () => 'The terms of an order at {shop}, in plain words.',
    write: ({ isDeliveryFree }) => [
      '# Terms',
      'These are the terms of every order, in as few words as they need.',
      '## Order',
      writePoints(
        'Each part has a minimum order and an available quantity; you can order any number between the two.',
        'Placing an order reserves its parts for you. The price is the one shown at that moment and does not change afterwards.',
        'An unpaid order can be cancelled at any time under My Orders. One that is not paid by the time shown there expires. In both cases the parts go back on sale.',
        ...(isDeliveryFree
          ? []
          : [
              'When you cancel one of several parts that you ordered together, the delivery of the others is priced again. You see the new total first.',
            ]),
      ),
      '## Payment',
      writePoints(
        isDeliveryFree
          ? 'Prices are in US dollars and include delivery.'
          : 'Prices are in US dollars. You see the price of delivery before you order.',
        'Payment is by card only. A card is charged once for an order, with exactly its total.',
        'A paid order can no longer be cancelled in the shop.',
      ),
      '## Delivery and return',
      writePoints(
        'We deliver to your home, in town and in the country, on the days that your order says.',
        'For a part that is not authentic we return all that you paid.',
      ),
      writeToUs,
    ],
  },
} satisfies Record<string, DeclaredText>;

export type PageTextId = keyof typeof pageTexts;

export const pageTextIds = Object.keys(pageTexts) as PageTextId[];

export function isPageTextId(id: string): id is PageTextId {
  return Object.hasOwn(pageTexts, id);
}

export function declaredText(id: PageTextId): DeclaredText {
  return pageTexts[id];
}

/** What a place has no room for. */
export function findTextProblem(id: PageTextId, { title, opening, sections }: PageText): string | undefined {
  const limits = declaredText(id);
  const { least, most: limit, heading: headingLength, words: wordsLength } = limits.sections;
  if (title.length > limits.title) return tooLong('title', title, limits.title);
  if (readWords(opening).length > limits.opening) {
    return limits.opening === 0
      ? 'Between the title and the first line that begins with ## nothing can be shown.'
      : tooLong('text below the title', readWords(opening), limits.opening);
  }
  if (sections.length < least || sections.length > limit) {
    if (limit === 0) return 'There can be no lines that begin with ## here.';
    return `Lines that begin with ##: ${least} at least and ${limit} at most are possible, not ${sections.length}.`;
  }
  for (const { heading, body } of sections) {
    const words = readWords(body);
    if (heading.length > headingLength) return tooLong('heading', heading, headingLength);
    if (words.length > wordsLength) return tooLong(`text below “${heading}”`, words, wordsLength);
    if (words === '') return `Below “${heading}” there is no text.`;
  }
}

function tooLong(what: string, text: string, limit: number): string {
  return `The ${what} has ${text.length} characters; ${limit} are possible: “${text.slice(0, 40)}…”`;
}

function writePoints(...points: string[]): string {
  return points.map((point) => `- ${point}`).join('\n');
}
