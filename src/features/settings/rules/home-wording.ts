/** The wording that the home page comes with, apart from `wording.ts` so that other pages do not load it. */
import * as paths from '#kernel/paths.ts';

export const homeWording = {
  title: 'Authentic computer parts, to town and country',
  banner: {
    label: 'What COMPACT stands for',
    pause: 'Stop the banner',
    play: 'Let the banner move',
    slides: [
      {
        image: 'banner-authentic',
        title: 'Authentic parts',
        line: 'Every part is what its label says it is, in its maker’s own packing.',
        link: { to: paths.parts, label: 'See all parts' },
      },
      {
        image: 'banner-delivery',
        title: 'To town and country',
        line: 'Home delivery wherever you live: the last farm on the road pays what the city pays.',
        lineWithPrices: 'Home delivery, with its price and its days on the page before you order.',
        link: { to: paths.delivery, label: 'How we deliver' },
      },
      {
        image: 'banner-rate',
        title: 'The cheapest rate, every day',
        line: 'No offers, no coupons, no countdowns. One low price for everybody.',
        link: { to: paths.parts, label: 'See our prices' },
      },
      {
        image: 'banner-money-back',
        title: 'Your money back',
        line: 'Should a part not be authentic, we return all that you paid for it.',
        link: { to: paths.moneyBack, label: 'Our promise' },
      },
    ],
  },
  reviewsHeading: 'See what our users say',
  questionsHeading: 'Frequently asked questions',
  questions: [
    {
      question: 'Can rural people get home delivery?',
      answer: 'Yes, of course. We are always there for urban and rural people.',
    },
    { question: 'Do you give some offer on product?', answer: 'No, we keep it at the cheapest rate.' },
    {
      question: 'Are the products authentic?',
      answer: 'Yes, you can try once. If you have any objection, we will return the money.',
    },
  ],
  historyHeading: 'Business History',
  counters: [
    { value: '59', label: 'Countries' },
    { value: '10M+', label: 'Products Delivered' },
    { value: '175', label: 'Happy Clients' },
    { value: '450+', label: 'Feedbacks' },
  ],
} as const;
