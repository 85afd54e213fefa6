/** What administrators set for the whole shop, with the values of a new one. */
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';

/** All values are texts; an empty one is not shown. */
export const defaultSettings = {
  name: wording.shop,
  email: 'hello@compact.test',
  postalAddress: '',
  companyName: '',
  registration: '',
  taxId: '',
  invoicePrefix: 'INV-',
  maxPriceFactor: '2',
  searchWords: '',
  social: '',
  tagline: wording.tagline,
  counters: 'unconfirmed',
  ceo: 'unconfirmed',
  banner: 'unconfirmed',
  questions: 'unconfirmed',
  opening: 'unconfirmed',
  companyPages: 'unconfirmed',
  alertEmail: '',
  alertOrders: 'at once',
  alertDisputes: 'at once',
  alertRefunds: 'at once',
  alertStock: 'at once',
  portfolioName: 'Robin Adeyemi',
  portfolioRole: 'Founder of COMPACT',
  portfolioEmail: 'robin@compact.test',
  portfolioImage: 'portrait-portfolio',
  portfolioBiography: [
    'I built my first computer at fourteen, from parts that took five weeks to reach our village and of which one was a fake. I have wanted to do better than that shop ever since.',
    'For eleven years I repaired and built machines for farms, schools and a small hospital. COMPACT grew out of the list of parts that I knew to be good, and out of the van that brought them.',
    'Today I choose what we sell, and I still open every first box of a new part myself.',
  ].join('\n\n'),
  project1Title: 'The catalogue',
  project1Description:
    'Every part with its true name, its stock and its price, on pages that load on a bad line.',
  project1Address: paths.parts,
  project2Title: 'The open interface',
  project2Description: 'All calls of the shop, described so that others can build upon them.',
  project2Address: '/api/openapi.json',
  project3Title: 'To town and country',
  project3Description: 'How a parcel of ours finds a house that has no number.',
  project3Address: paths.delivery,
};

/** When the owner is mailed of something. */
export const alertModes = ['at once', 'daily', 'off'] as const;
export type AlertMode = (typeof alertModes)[number];

/** What the specification has the shop say of itself: shown until it is hidden, and true once somebody has said so. */
export const claimModes = ['unconfirmed', 'confirmed', 'hidden'] as const;

/** Texts that cannot be hidden. */
export const textModes = ['unconfirmed', 'confirmed'] as const;

export type SettingName = keyof typeof defaultSettings;
export type Settings = Record<SettingName, string>;

export const settingNames = Object.keys(defaultSettings) as SettingName[];

/** The subject of all changes of settings in the audit log. */
export const settingsId = '5e771465-0000-4000-8000-000000000000';

export function selectIdentity(settings: Settings) {
  const { name, email, postalAddress, companyName, registration, taxId, tagline, social } = settings;
  return {
    name,
    email,
    postalAddress,
    companyName,
    registration,
    taxId,
    tagline,
    social: parseSocialLinks(social),
  };
}

export type Portfolio = ReturnType<typeof makePortfolio>;

export function makePortfolio(settings: Settings) {
  const projects = ([1, 2, 3] as const).map((number) => ({
    title: settings[`project${number}Title`],
    description: settings[`project${number}Description`],
    address: settings[`project${number}Address`],
  }));
  return {
    name: settings.portfolioName,
    role: settings.portfolioRole,
    email: settings.portfolioEmail,
    /** The key of an image of the shop, or any image address. */
    image: settings.portfolioImage,
    biography: settings.portfolioBiography
      .split(/(?:\r?\n\s*){2,}/)
      .map((paragraph) => paragraph.trim())
      .filter((paragraph) => paragraph !== ''),
    projects: projects.filter(({ title }) => title !== ''),
  };
}

/** One link a line: its name, then its address. */
function parseSocialLinks(text: string): { label: string; to: string }[] {
  return splitLines(text).flatMap((line) => {
    const [, label, to] = socialLine.exec(line) ?? [];
    return label && to ? [{ label, to }] : [];
  });
}

/** Forms send other line ends than they were given. */
export function normalizeLineEnds(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}

/** The first line that is not of the form, from 1. */
export function findBadLine(text: string, form: RegExp): number | undefined {
  const index = splitLines(text).findIndex((line) => !form.test(line));
  return index === -1 ? undefined : index + 1;
}

/** What the owner's words mean in searches. */
export function parseSearchWords(text: string): Map<string, string> {
  return new Map(
    splitLines(text).flatMap((line) => {
      const [, word, meaning] = searchLine.exec(line) ?? [];
      return word && meaning ? [[word, meaning] as const] : [];
    }),
  );
}

export const searchLine = /^([^\s=][^=]{0,39}?)\s*=\s*([^\s=][^=]{0,59})$/;

export function splitLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export const socialLine = /^(\S.{0,39}?)\s+(https:\/\/[^\s"<>]+\.[^\s"<>]+)$/;
