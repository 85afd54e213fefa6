/** The site's wording is the specification's, letter for letter, but for the slips that the decisions correct. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wording } from '#kernel/wording.ts';
import { homeWording } from '#settings/rules/home-wording.ts';
import { readSentences } from '../support/specification.ts';

const mission = read('mission.md');

/** What the specification writes, and what we write instead; source: 'Wording' of the decisions. */
const corrections = new Map(
  readSentences(read('decisions.md'))
    .filter(({ section }) => section === 'Wording')
    .map(({ text }) => text.split(' | '))
    .flatMap(([wrong, right]) => (wrong && right ? [[wrong, right] as const] : [])),
);

/** Between single quotes, while an apostrophe has a letter behind it; 'admin' is a value that nobody is shown. */
const quotations = new Set(
  readSentences(mission)
    .flatMap(({ text }) => [...text.matchAll(/(?<=^|[\s(])'(.+?)'(?=[\s.,;:)]|$)/g)])
    .flatMap(([, words]) => (words && words !== 'admin' ? [words] : [])),
);

test('the corrections and the quotations are found', () => {
  expect(corrections.size).toBe(9);
  expect(quotations.size).toBeGreaterThan(60);
});

test.each([...quotations])(
  '“%s” is said, or said as the decisions correct it [S2.43 S2.44 S2.45]',
  (words) => {
    expect(readTexts({ ...wording, ...homeWording })).toContain(corrections.get(words) ?? words);
  },
);

const { dashboard, navigation, footer, myOrders, manageOrders, manageProducts, makeAdmin } = wording;

test.each([
  wording.productsHeading,
  homeWording.historyHeading,
  homeWording.counters.map(({ value, label }) => `${value} ${label}`).join(', '),
  wording.ceo.heading,
  wording.ceo.button,
  `/ (${navigation.home}), /portfolio (${navigation.portfolio}), /login (${navigation.logIn}, when`,
  `/dashboard (${navigation.dashboard}, when`,
  navigation.logOut,
  `${footer.services}, ${footer.company} and ${footer.social} link lists`,
  `Non-admin links: ${dashboard.myOrders}, ${dashboard.addReview}. Everyone: ${dashboard.myProfile}.`,
  `Admin: ${dashboard.manageOrders}, ${dashboard.manageProducts}, ${dashboard.addProduct}, ${dashboard.makeAdmin}.`,
  myOrders.columns.join(', ').replace('User info', 'User info (name and email)'),
  `a ${myOrders.pay} button`,
  `shows ${myOrders.paid} and '${myOrders.alreadyPaid}'`,
  `a ${wording.payment.button} button`,
  manageOrders.columns.join(', '),
  `${manageOrders.unpaid} if not paid; if paid a ${manageOrders.pending} button, ${manageOrders.shipped} after`,
  manageProducts.columns.join(', '),
  makeAdmin.columns.join(', '),
  wording.addReview.heading,
])('the shop’s “%s” stands in the specification [S2.34 S2.86 S2.89 S9.4]', (words) => {
  expect(mission).toContain(words);
});

test('the heading of the questions is the corrected one', () => {
  expect(mission).toContain('Frequently ask question');
  expect(homeWording.questionsHeading).toBe(corrections.get('Frequently ask question'));
});

function read(file: string): string {
  return readFileSync(new URL(`../../docs/specification/${file}`, import.meta.url), 'utf8');
}

/** Every text of a tree. */
function readTexts(tree: unknown): string[] {
  if (typeof tree === 'string') return [tree];
  return typeof tree === 'object' && tree !== null ? Object.values(tree).flatMap(readTexts) : [];
}
