/** The information pages: delivery, refunds, about, contact, privacy, terms. The owner edits their texts. */
import type { RouterContextProvider } from 'react-router';
import { findDeliveryRules } from '#delivery/database/delivery-rules.ts';
import { type DeliveryRules, defaultDeliveryRules } from '#delivery/rules/rules.ts';
import {
  describeMethod,
  describeWorkingDays,
  describeZone,
  formatCutOff,
  isDeliveryFree,
} from '#delivery/rules/rules-wording.ts';
import * as paths from '#kernel/paths.ts';
import { settingsContext } from '#settings/components/settings-context.server.ts';
import { type ShopIdentity, selectIdentity, splitLines } from '#settings/rules/settings.ts';
import { pageContext } from '#ui/layout/page-context.server.ts';

/** The pages that say what delivery costs and when it comes. */
const pathsWithRules: ReadonlySet<string> = new Set([paths.delivery, paths.terms]);

export async function readInformationPage(context: Readonly<RouterContextProvider>, { pathname }: URL) {
  const path = pathname.replace(/\/+$/, '').toLowerCase();
  const makePage = makeInformationPages[path];
  if (!makePage) throw new Error(`There is no information page at ${path}.`);
  const { db, publicUrl, showsStock } = context.get(pageContext);
  const settings = context.get(settingsContext);
  showsStock({ parts: [], showsAvailability: false });
  // the others can be read while the database is away
  const rules = pathsWithRules.has(path) ? (await findDeliveryRules(db)).rules : defaultDeliveryRules;
  const shop = { ...selectIdentity(settings), hasCeo: settings.ceo !== 'hidden' };
  return { ...makePage(shop, rules), canonical: publicUrl + path };
}

export const moneyBackPromise =
  'Every part that we sell is authentic. Should one not be, we return all that you paid for it.';

type InformationPage = {
  title: string;
  description: string;
  opening: string;
  sections: { heading: string; paragraphs?: string[]; points?: string[] }[];
  email?: string;
};

/** `hasCeo`: whether people can leave their address for “our CEO”. */
type MakePage = (shop: ShopIdentity & { hasCeo: boolean }, rules: DeliveryRules) => InformationPage;

const makeInformationPages: Readonly<Record<string, MakePage>> = {
  [paths.delivery]: (shop, rules) => ({
    title: 'Delivery to town and country',
    description: `${shop.name} delivers computer parts to your home, in town and in the country${isDeliveryFree(rules) ? ', at no extra cost' : ''}.`,
    opening:
      'We bring every part to your door: to the flat on the fifth floor, and to the farm at the end of the gravel road.',
    sections: [
      {
        heading: 'What it costs',
        paragraphs: [
          isDeliveryFree(rules)
            ? 'Nothing extra. Delivery is included in the price of a part: you pay the unit price times the quantity.'
            : 'It depends on where you live and on what you order, as listed below. You see the price before you order, and it does not change afterwards. Only if you cancel one of several parts do we price the delivery of the others again, and you see that first, too.',
        ],
      },
      {
        heading: 'Where to, and how long it takes',
        points: rules.zones.map(
          (zone) => `${describeZone(zone)}; ${zone.methods.map(describeMethod).join('; ')}`,
        ),
      },
      {
        heading: 'When your order arrives',
        paragraphs: [
          `If you order and pay by ${formatCutOff(rules)} (${rules.calendar.timeZone.replaceAll('_', ' ')}) on a working day, we ship on that day; otherwise we ship on the next working day. We work ${describeWorkingDays(rules)}, except on holidays. Once you have paid, the promised days do not change.`,
        ],
      },
      {
        heading: 'Your address',
        paragraphs: [
          'Describe the place as you would to a visitor: if your house has no number, write what can be seen on the way. We ask for your phone number so that the driver can call you.',
        ],
      },
      {
        heading: 'From order to door',
        points: [
          'You order. At that moment the parts are taken out of our stock and kept for you.',
          'You pay by card, at once or a little later, under My Orders.',
          'We pack your parts and give them to the carrier. My Orders then says that they are on their way.',
        ],
      },
    ],
  }),
  [paths.moneyBack]: (shop) => ({
    title: 'Money-back promise',
    description: `Should a part from ${shop.name} not be authentic, you get back all that you paid for it.`,
    opening: moneyBackPromise,
    sections: [
      {
        heading: 'What we promise',
        points: [
          'The part is the one that its page names: that maker, that model, that capacity.',
          'It has not been relabelled, and nobody has used it before you.',
          'If any of this is not true of your part, you may send it back, even opened and used.',
        ],
      },
      {
        heading: 'How to ask for it',
        paragraphs: [
          'Write to us with the number of your order and, if you can, a photo of the label. We answer with the address to send the part to, and return the money to the card that paid.',
        ],
      },
      {
        heading: 'An order that you have not paid',
        paragraphs: [
          'You need not ask: as long as an order is unpaid you can cancel it yourself, at any time, under My Orders.',
        ],
      },
    ],
    email: shop.email,
  }),
  [paths.about]: (shop) => ({
    title: 'About us',
    description: `${shop.name} sells authentic computer parts at one low price and delivers them to town and country.`,
    opening: `${shop.name} sells the parts that computers are made of: memory, hard disks, SSDs, motherboards and graphics cards.`,
    sections: [
      {
        heading: 'One price',
        paragraphs: [
          'We keep our parts at the cheapest rate, for everybody and every day. There are no offers, coupons or countdowns, because an offer is only a price that was too high the day before.',
        ],
      },
      {
        heading: 'Only what we have',
        paragraphs: [
          'The quantity on each part is what lies on our shelf. An order takes its parts from the shelf at once, so that nothing is sold twice.',
        ],
      },
      {
        heading: 'For town and country',
        paragraphs: [
          'Many of our customers live where no other shop delivers, on lines where pages load slowly. That is why our pages are small, and why our carriers know the way.',
        ],
      },
    ],
  }),
  [paths.contact]: (shop) => ({
    title: 'Contact',
    description: `How to reach ${shop.name} about an order, a part or a return.`,
    opening: 'Write to us. A person reads it, and the same person answers.',
    sections: [
      {
        heading: 'About an order',
        paragraphs: [
          'Tell us the number of the order, which is in each of our e-mails about it and on its page under My Orders, and write from the e-mail address that you ordered with.',
        ],
      },
      {
        heading: 'About a part',
        paragraphs: [
          'Before you buy, tell us what it has to fit into: the motherboard for memory and drives, the case and the power supply for a graphics card.',
        ],
      },
      ...(shop.postalAddress ? [{ heading: 'By post', points: splitLines(shop.postalAddress) }] : []),
    ],
    email: shop.email,
  }),
  [paths.privacy]: (shop) => ({
    title: 'Privacy',
    description: `What ${shop.name} keeps about you, why, and what it never sees.`,
    opening: 'We keep what an order needs, and nothing to follow you around with.',
    sections: [
      {
        heading: 'What we keep',
        points: [
          'Your name, your e-mail address and a scrambled form of your password, from which the password cannot be read back.',
          'Of each order: the part, the quantity, the price, where to deliver, your phone number, and what became of it.',
          'Your reviews and their pictures, which everybody can see under your name.',
          'What you tell us in My Profile: your education, your place, your addresses, your phone number and a picture.',
          'For as long as you are logged in: since when, from which network address and with which browser.',
          ...(shop.hasCeo ? ['The address that you leave for our CEO.'] : []),
        ],
      },
      {
        heading: 'What we never see',
        paragraphs: [
          'Your card number. It goes from your browser straight to our card provider, with your name and your e-mail address. The provider tells us the number of the transaction and whether it succeeded, or why it did not.',
        ],
      },
      {
        heading: 'In your browser',
        paragraphs: [
          'One cookie keeps you signed in. While you have a basket, two more say which one is yours and how many parts are in it, for 30 days. When you have sent us something, another makes sure for a minute that you see it. Your name, your e-mail address and an access token lie in the storage of your browser until you log out, and the theme that you chose stays there. What you have typed into a form and not sent stays in its tab until you send it, log out or close the tab. There are no trackers, no advertisements and no scripts of others on our public pages.',
        ],
      },
      {
        heading: 'Your rights',
        paragraphs: [
          'Write to us and we tell you what we keep about you, correct it, or delete it, except what the law makes us keep about a sale.',
        ],
      },
    ],
    email: shop.email,
  }),
  [paths.terms]: (shop, rules) => ({
    title: 'Terms',
    description: `The terms of an order at ${shop.name}, in plain words.`,
    opening: 'These are the terms of every order, in as few words as they need.',
    sections: [
      {
        heading: 'Order',
        points: [
          'Each part has a minimum order and an available quantity; you can order any number between the two.',
          'Placing an order reserves its parts for you. The price is the one shown at that moment and does not change afterwards.',
          'An unpaid order can be cancelled at any time under My Orders. One that is not paid by the time shown there expires. In both cases the parts go back on sale.',
          ...(isDeliveryFree(rules)
            ? []
            : [
                'When you cancel one of several parts that you ordered together, the delivery of the others is priced again. You see the new total first.',
              ]),
        ],
      },
      {
        heading: 'Payment',
        points: [
          isDeliveryFree(rules)
            ? 'Prices are in US dollars and include delivery.'
            : 'Prices are in US dollars. You see the price of delivery before you order.',
          'Payment is by card only. A card is charged once for an order, with exactly its total.',
          'A paid order can no longer be cancelled in the shop.',
        ],
      },
      {
        heading: 'Delivery and return',
        points: [
          'We deliver to your home, in town and in the country, on the days that your order says.',
          'For a part that is not authentic we return all that you paid.',
        ],
      },
    ],
    email: shop.email,
  }),
} satisfies Record<(typeof paths.informationPaths)[number], MakePage>;
