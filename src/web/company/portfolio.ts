/** The content of My Portfolio. The owner edits this file and the image that it names. */
import * as paths from '#domain/paths.ts';

export const portfolio: Portfolio = {
  name: 'Robin Adeyemi',
  role: 'Founder of COMPACT',
  /** The key of an image of the shop, or any image address. */
  imageKey: 'portrait-portfolio',
  imageAlt: 'Robin Adeyemi',
  biography: [
    'I built my first computer at fourteen, from parts that took five weeks to reach our village and of which one was a fake. I have wanted to do better than that shop ever since.',
    'For eleven years I repaired and built machines for farms, schools and a small hospital. COMPACT grew out of the list of parts that I knew to be good, and out of the van that brought them.',
    'Today I choose what we sell, and I still open every first box of a new part myself.',
  ],
  email: 'robin@compact.test',
  projects: [
    {
      title: 'The catalogue',
      description:
        'Every part with its true name, its stock and its price, on pages that load on a bad line.',
      to: paths.parts,
    },
    {
      title: 'The open interface',
      description: 'All calls of the shop, described so that others can build upon them.',
      to: '/api/openapi.json',
    },
    {
      title: 'To town and country',
      description: 'How a parcel of ours finds a house that has no number.',
      to: paths.delivery,
    },
  ],
};

type Portfolio = {
  name: string;
  role: string;
  imageKey: string;
  imageAlt: string;
  biography: readonly string[];
  email: string;
  projects: readonly { title: string; description: string; to: string }[];
};
