/** The benchmarks: `npm run bench -- NAME`. Each compares within one run, because machines differ and are shared. */
import { benchOrders } from './orders.ts';

const benchmarks: Record<string, { what: string; run: () => Promise<string> }> = {
  orders: {
    what: 'orders a second through the whole shop, beside the bare SQL of an order',
    run: benchOrders,
  },
};

const name = process.argv[2] ?? '';
const benchmark = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
if (benchmark) {
  console.log(await benchmark.run());
} else {
  console.log('Benchmarks: npm run bench -- NAME');
  for (const [known, { what }] of Object.entries(benchmarks)) console.log(`  ${known}  ${what}`);
  process.exitCode = name ? 1 : 0;
}
