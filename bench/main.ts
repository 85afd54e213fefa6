/** The benchmarks: `npm run bench -- NAME`. Each compares within one run, because machines differ and are shared. */
import { benchAttacks } from './attacks.ts';
import { benchCatalogue } from './catalogue.ts';
import { generateClientTypes } from './client-types.ts';
import { compareCommits } from './compare.ts';
import { liveFirstDay } from './first-day.ts';
import { benchFit } from './fit.ts';
import { benchFittingLists } from './fitting-lists.ts';
import { benchLargeCatalogue } from './large-catalogue.ts';
import { benchLogInFlood } from './log-in-flood.ts';
import { benchOrders } from './orders.ts';
import { benchPages } from './pages.ts';
import { makeReadmePictures } from './readme-pictures.ts';
import { benchReads } from './reads.ts';
import { benchRest } from './rest.ts';
import { benchSearch } from './search.ts';
import { makeSheets } from './sheets.ts';

const benchmarks: Record<string, { what: string; run: (values: string[]) => Promise<string> }> = {
  'client-types': {
    what: 'the types of a purchase that tests keep, generated from openapi.json; installs the generator',
    run: generateClientTypes,
  },
  orders: {
    what: 'orders a second and their CPU, beside routes that only write the rows [SECONDS of a phase, CONNECTIONS]',
    run: benchOrders,
  },
  rest: {
    what: 'seconds of starts, and the memory of each process at rest, with 31,623 made parts',
    run: benchRest,
  },
  catalogue: {
    what: 'pages and searches of 1,000, 31,619 and 67,456 made parts, or of those in the files that follow, beside bare SQL',
    run: benchCatalogue,
  },
  large: {
    what: 'start, first and deep pages of 300,000 made parts, and answers during an import [FOLDER that keeps the parts, COUNT]',
    run: benchLargeCatalogue,
  },
  attacks: {
    what: 'what strangers do to a running shop, with the times that it costs [FILES that are imported before, NAMES of attacks]',
    run: benchAttacks,
  },
  flood: {
    what: 'pages and a picture while 40 strangers log in again and again, beside the same without them',
    run: benchLogInFlood,
  },
  compare: {
    what: 'another benchmark of this tree and of a commit in turns, figure by figure: COMMIT, NAME and its values',
    run: compareCommits,
  },
  'first-day': {
    what: 'what an owner types and waits for, from a bare folder to a refund, a backup, an update and the way back; installs the packages',
    run: liveFirstDay,
  },
  search: {
    what: 'the share of the questions of search-questions.txt that are answered, with made parts or those in the files that follow; files in Markdown have other questions',
    run: benchSearch,
  },
  fit: {
    what: 'how often each rule of fit decides over the lists of the OpenDB in the folder that follows',
    run: benchFit,
  },
  fits: {
    what: 'a list for a build beside lists with other filters, of 60,000 made processors',
    run: benchFittingLists,
  },
  pages: {
    what: 'first and largest paint of pages on slow lines, and kept pages while others order; the demo catalogue and the parts in the files that follow',
    run: benchPages,
  },
  reads: {
    what: 'public reads, kept pages and My Orders beside a bare Fastify route with the same bytes, while parts are sold and while not [NAMES of reads]',
    run: benchReads,
  },
  readme: {
    what: 'measures nothing: takes the pictures of README.md from a demo shop with its trade',
    run: makeReadmePictures,
  },
  sheets: {
    what: 'measures nothing: photographs every page in every state, in both sizes and themes [FOLDER [NAMES]]',
    run: makeSheets,
  },
};

const name = process.argv[2] ?? '';
const isQuestion = process.argv[3]?.startsWith('-'); // no folder is called so
const benchmark = Object.hasOwn(benchmarks, name) && !isQuestion ? benchmarks[name] : undefined;
if (benchmark) {
  console.log(await benchmark.run(process.argv.slice(3)));
} else {
  console.log('Benchmarks: npm run bench -- NAME');
  for (const [known, { what }] of Object.entries(benchmarks)) console.log(`  ${known}  ${what}`);
  process.exitCode = name ? 1 : 0;
}
