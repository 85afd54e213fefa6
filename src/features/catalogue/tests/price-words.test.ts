/** Prices in searches become a filter or a sort; other numbers stay words. */
import { describe, expect, test } from 'vitest';
import { parseListParameters } from '#catalogue/rules/lists/list-queries.ts';
import { readPriceWords } from '#catalogue/rules/lists/questions/prices.ts';
import { readQuestion } from '#catalogue/rules/lists/questions.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import {
  areOtherThings,
  limitToExactModels,
  parseSearch,
  weighWord,
} from '#catalogue/rules/search/searches.ts';
import { describeQuestion } from '#tests/support/searches.ts';

describe('a search', () => {
  test.each([
    ['ssd under $100', 'ssd', { max: 100 }],
    ['gpu for 300 dollars', 'gpu', { max: 300 }],
    ['$300 gpu', 'gpu', { max: 300 }],
    ['ssd between $50 and $80', 'ssd', { min: 50, max: 80 }],
    ['hdd less than 49.99 usd 4tb', 'hdd 4tb', { max: 49.99 }],
    ['cheapest 4tb ssd', '4tb ssd', { sort: 'price' }],
    ['most expensive gpu', 'gpu', { sort: 'price-desc' }],
    ['ram 16gb 40-60$', 'ram 16gb', { min: 40, max: 60 }],
    ['gpu 400-500', 'gpu', { min: 400, max: 500 }],
    ['gpu 400 - 500', 'gpu', { min: 400, max: 500 }],
    ['2tb nvme 100 to 130 dollars', '2tb nvme', { min: 100, max: 130 }],
    ['nvme 4tb max 250', 'nvme 4tb', { max: 250 }],
    ['b650 motherboard under 160€', 'b650 motherboard', { max: 160 }],
    ['gpu over $2,000', 'gpu', { min: 2000 }],
    ['gpu above 2.5k', 'gpu', { min: 2500 }],
    ['gpu around 300 dollars', 'gpu', { min: 240, max: 360 }],
    ['gpu around 250', 'gpu', { min: 200, max: 300 }],
    ['a cpu around 200', 'a cpu', { min: 160, max: 240 }],
    ['most popular gpu', 'gpu', { sort: 'bought' }],
  ])('“%s” names a price', (search, text, prices) => {
    const unnamed = { min: undefined, max: undefined, sort: undefined };
    expect(readPriceWords(search)).toEqual({ text, ...unnamed, ...prices });
  });

  test.each([
    'gpu under 300mm',
    'motherboard up to 128gb',
    'ddr5 over 6000',
    'psu around 600',
    'modular psu of corsair around 750',
    'around 650 psu',
    'ssd around 550 mb/s',
    '2230-2280 ssd',
    'legend 960 max 4tb',
    'ram for 2 slots',
    'between $90 and $50',
    'under pressure',
    `ssd (${'1'.repeat(80)}`, // read in one way, not in all
  ])('“%s” names none', (text) => {
    expect(readPriceWords(text)).toMatchObject({ text, min: undefined, max: undefined, sort: undefined });
    expect(readQuestion(text).ranges.has('price')).toBe(false);
  });

  test.each([
    ['12000 gbp', 'featured', { max: 12_000 }],
    ['cheapest under $50', 'price', { max: 50 }],
  ])('“%s” for the best match leaves no word to match', (q, sort, { max }) => {
    const { query, problems } = parseListParameters([
      ['q', q],
      ['sort', 'relevance'],
    ]);
    expect(problems).toEqual([]);
    expect(query).toMatchObject({ q: '', sort });
    expect(query.choices.get('price')).toEqual({ kind: 'range', min: undefined, max });
  });

  test.each<[search: string, Category | undefined, text: string, ...meant: string[]]>([
    ['biggest hard drive', 'hard-disk', 'hard drive', 'capacity-desc'],
    ['gpu with the most vram', 'graphics-card', 'gpu', 'memory-desc'],
    ['liquid cooled gpu with the most vram', 'graphics-card', 'liquid cooled gpu', 'memory-desc'],
    ['shortest rtx 4060', 'graphics-card', 'rtx 4060 -ti -super', 'length'],
    ['lowest latency ddr5 6000', 'memory', 'ddr5 6000', 'latency'],
    ['fastest nvme ssd under $200', 'ssd', 'nvme ssd', 'pcie-desc', 'price ≤ 200'],
    ['cheapest cpu with 8 cores under 200', 'cpu', 'cpu with 8 cores', 'price', 'price ≤ 200'],
    ['cheapest cpu with six cores under 200', 'cpu', 'cpu with six cores', 'price', 'price ≤ 200'],
    ['cpu with most cores', 'cpu', 'cpu', 'cores-desc'],
    ['fastest so-dimm', 'memory', 'so-dimm', 'speed-desc'],
    ['case with most room for a card', 'case', 'case', 'card-length-desc'],
    ['biggest case by volume', 'case', 'case', 'volume-desc'],
    ['cheepest motherbord am5', 'motherboard', 'motherboard am5', 'price'],
    ['psu over 1000', 'power-supply', 'psu', 'watts ≥ 1001'],
    ['case narrower than 20 cm', 'case', 'case', 'width ≤ 199'],
    ['gpu not over 2 slots', 'graphics-card', 'gpu', 'thickness ≤ 2'],
    ['hdd no smaller than 8tb', 'hard-disk', 'hdd', 'capacity ≥ 8000'],
    ['case 80 or less', undefined, 'case', 'price ≤ 80'],
    ['case for nh-d15 165mm tall', 'case', 'case', 'cooler-height ≥ 165'],
    ['cheapest ssd per gb', 'ssd', 'ssd', 'price-per-gb'],
    ['1tb ssd 7000 mb/s', 'ssd', '1tb ssd', 'read ≥ 7000'],
    ['ssd read 7000 mb/s write 6000 mb/s', 'ssd', 'ssd', 'read ≥ 7000', 'write ≥ 6000'],
    ['ssd 7000 mb/s read 6000 mb/s write', 'ssd', 'ssd', 'read ≥ 7000', 'write ≥ 6000'],
    ['wifi 300 mbps', undefined, 'wifi 300 mbps'],
    ['router 1000mbps', undefined, 'router 1000mbps'],
    ['sd card 100 mb/s', undefined, 'sd card 100 mb/s'],
    ['ssd 5 year warranty', undefined, 'ssd 5 year warranty'],
    ['ssd 1gb dram', undefined, 'ssd 1024mb dram'],
    ['8gb dram', undefined, '8gb dram'],
    ['dram less ssd', undefined, 'dramless ssd'],
    ['nvme with dram cache', undefined, 'nvme ssd with dram cache'],
    ['1tb nvme dram', undefined, '1tb nvme ssd dram'],
    ['2gb dram nvme', undefined, '2048mb dram nvme ssd'],
    ['psu with 10 year warranty', 'power-supply', 'psu', 'warranty ≥ 10'],
    ['low noise psu', undefined, 'low noise psu'],
    ['graphics card max length 25 cm', 'graphics-card', 'graphics card', 'length ≤ 250'],
    ['sff case under 15 liters', 'case', 'sff case', 'volume ≤ 14.9'],
    ['under 12 l', 'case', '', 'volume ≤ 11.9'],
    ['boost clock over 3000 mhz gpu', 'graphics-card', 'gpu', 'boost-clock ≥ 3001'],
    ['at least 850w power supply', 'power-supply', 'power supply', 'watts ≥ 850'],
    ['card shorter than 200 mm', 'graphics-card', 'card', 'length ≤ 199'],
    ['cpu between 65w and 105w', 'cpu', 'cpu', 'tdp 65–105'],
    ['cpu under 65w over 4.5 ghz', 'cpu', 'cpu', 'boost-clock ≥ 4.51', 'tdp ≤ 64'],
    ['ddr5 under cl32', 'memory', 'ddr5', 'latency ≤ 31'],
    ['ddr4 cl below 16', 'memory', 'ddr4', 'latency ≤ 15'],
    ['case 20-30 litre', 'case', 'case', 'volume 20–30'],
    ['hdd 12 to 16tb', 'hard-disk', 'hdd', 'capacity 12000–16000'],
    ['rtx 4070-12gb', undefined, 'rtx 4070-12gb'],
    ['1.2 kilowatt psu', undefined, '1200w psu'],
    ['gpu boost clock above 3 ghz', 'graphics-card', 'gpu', 'boost-clock ≥ 3001'],
    ['highest clocked cpu boost', 'cpu', 'cpu', 'boost-clock-desc'],
    ['case with the most hard drive bays', 'case', 'case', 'bays-desc'],
    ['case with room for a 170 mm cooler', 'case', 'case', 'cooler-height ≥ 170'],
    ['1.2kw or more psu', 'power-supply', 'psu', 'watts ≥ 1200'],
    ['cheapest rtx 4060 ti', 'graphics-card', 'rtx 4060 ti', 'price'],
    ['cheapest rtx 4060 s', 'graphics-card', 'rtx 4060 s', 'price'],
    ['air cooler max 155mm high', 'cpu-cooler', 'air cooler', 'height ≤ 155'],
    ['case at most 35 cm deep', 'case', 'case', 'depth ≤ 350'],
    ['psu not longer than 140mm 850w', 'power-supply', 'psu 850w', 'length ≤ 140'],
    ['case with the most 3.5 bays', 'case', 'case', 'bays-desc'],
    ['grafikkarte kürzer als 200 mm', 'graphics-card', 'gpu', 'length ≤ 199'],
    ['can I get an ssd for under 150?', undefined, 'can I get an ssd for', 'price ≤ 150'],
    ['case for gpu 420mm long', 'case', 'case', 'card-length ≥ 420'],
    ['my case only has room for a 160 mm high cooler, which fit?', 'cpu-cooler', 'cooler', 'height ≤ 160'],
    [
      'my case has room for a cooler of 130 mm, what air cooler fits?',
      'cpu-cooler',
      'air cooler fits',
      'height ≤ 130',
    ],
    ['case 400mm gpu', 'case', 'case', 'card-length ≥ 400'],
    ['case 400mm gpu clearance', 'case', 'case', 'card-length ≥ 400'],
    ['cooler clearance of 170 mm case', 'case', 'case', 'cooler-height ≥ 170'],
    ['gpu that fits in a 200mm space', 'graphics-card', 'gpu', 'length ≤ 200'],
    ['amd card that would fit in a case with 32 cm room', 'graphics-card', 'amd gpu', 'length ≤ 320'],
    ['cpu base clock 4.2ghz or more', 'cpu', 'cpu', 'base-clock ≥ 4.2'],
    ['ssd sequential write over 5000', 'ssd', 'ssd', 'write ≥ 5001'],
    ['cpu peak power under 150', 'cpu', 'cpu', 'peak ≤ 149'],
    ['longest graphics card under 500', 'graphics-card', 'graphics card', 'length-desc', 'price ≤ 500'],
    ['cpu tdp no more than 65', 'cpu', 'cpu', 'tdp ≤ 65'],
    ['gpu max length 200', 'graphics-card', 'gpu', 'length ≤ 200'],
    ['ram at least 6400', 'memory', 'ram', 'speed ≥ 6400'],
    ['ddr5 6000 or faster', 'memory', 'ddr5', 'speed ≥ 6000'],
    ['ddr4 3200-3600', 'memory', 'ddr4', 'speed 3200–3600'],
    ['gpu 16gb memory 1000 to 1200', undefined, 'gpu 16gb memory', 'price 1000–1200'],
    ['over 1500 W', 'power-supply', '', 'watts ≥ 1501'],
    ['highest base clock amd', 'cpu', 'amd', 'base-clock-desc'],
    ['smallest wattage tfx', 'power-supply', 'tfx', 'watts'],
    ['mobo with most m2 slots', 'motherboard', 'mobo', 'm2-slots-desc'],
    ['most hdd bays 3.5', 'case', '', 'bays-desc'],
    ['quietest 850w psu', 'power-supply', '850w psu', 'noise'],
    ['psu with 12vhpwr for a 4090', 'power-supply', 'psu with 12vhpwr', 'watts ≥ 850'],
    ['spinning disk, 20 terabytes or more', 'hard-disk', 'hdd', 'capacity ≥ 20000'],
    ['drive for an old pc, mechanical', undefined, 'hdd for an old pc'],
    ['kleinstes gehäuse', 'case', 'case', 'volume'],
    ['4 tb ssd not more expensive than 250', undefined, '4 tb ssd', 'price ≤ 250'],
    ['case for a gpu of 430 mm', 'case', 'case', 'card-length ≥ 430'],
    ['mini itx case 100 to 150', undefined, 'mini itx case', 'price 100–150'],
    ['biggest', undefined, 'biggest'],
    ['psu for rtx 5090', 'power-supply', 'psu', 'watts ≥ 1000'],
    ['white power supply for a 4070 ti', 'power-supply', 'white power supply', 'watts ≥ 700'],
    ['psu for my ryzen 7 9800x3d and rtx 4080', 'power-supply', 'psu', 'watts ≥ 750'],
    ['psu for rtx 5080 and 9800x3d', 'power-supply', 'psu', 'watts ≥ 850'],
    ['gold psu for rtx 5080 and my ryzen 7 9800x3d', 'power-supply', 'gold psu', 'watts ≥ 850'],
    ['psu for rtx 5080 and 9070xt', 'power-supply', 'psu and 9070xt', 'watts ≥ 850'],
    ['welches netzteil brauche ich für eine rx9070xt?', 'power-supply', 'which psu', 'watts ≥ 750'],
    ['psu for rtx 5090 1200w', undefined, 'psu for rtx 5090 1200w'],
    ['psu for ryzen 5 7600', undefined, 'psu for ryzen 5 7600'],
    ['cooler, at most 22 dB, for am5', 'cpu-cooler', 'cooler for am5', 'noise ≤ 22'],
    ['case shallower than 400mm', 'case', 'case', 'depth ≤ 399'],
    [
      'case for 360mm long graphics card and 170mm cooler',
      'case',
      'case',
      'card-length ≥ 360',
      'cooler-height ≥ 170',
    ],
    ['my gpu is 360 mm long, which case has room for it', 'case', 'case', 'card-length ≥ 360'],
    ['i have an am4 board, which cpu fits it?', undefined, 'which cpu for am4 board'],
    ['my board has lga1200, which cpu can i buy', undefined, 'which cpu can i buy for lga1200'],
    ['ich habe ein B550 Mainboard und brauche RAM', undefined, 'RAM for B550 Mainboard'],
    ['i need something to cool my ryzen 7 7800x3d', undefined, 'i need cooler for my ryzen 7 7800x3d'],
    ['fastest gpu', undefined, 'fastest gpu'],
    ['lowest power draw gpu', 'graphics-card', 'gpu', 'watts'],
    ['cpu with the highest core count', 'cpu', 'cpu', 'cores-desc'],
    ['roomiest case', 'case', 'case', 'volume-desc'],
    ['lowest priced cooler', 'cpu-cooler', 'cooler', 'price'],
    ['case with the longest card', 'case', 'case', 'card-length-desc'],
    ['case with the most hard drives', 'case', 'case', 'bays-desc'],
    ['gpu under 2-slot', 'graphics-card', 'gpu', 'thickness ≤ 1.9'],
    ['ram faster than 6000 mts', 'memory', 'ram', 'speed ≥ 6001'],
    ['case 400mm deep or more', 'case', 'case', 'depth ≥ 400'],
    ['case cooler height at least 180mm', 'case', 'case', 'cooler-height ≥ 180'],
    ['ram max latency 16', 'memory', 'ram', 'latency ≤ 16'],
    ['psu stronger than 850w', 'power-supply', 'psu', 'watts ≥ 851'],
    ['12 gb card under 250 mm long', 'graphics-card', '12 gb card', 'length ≤ 249'],
    ['what do you have sub 60', undefined, '', 'price ≤ 60'],
    ['psu max budget 80', undefined, 'psu', 'price ≤ 80'],
    ['my cooler is huge, the ram must fit', undefined, 'the ram must fit'],
    ['quietest arctic', 'cpu-cooler', 'arctic', 'noise'],
    ['biggest toshiba', 'hard-disk', 'toshiba', 'capacity-desc'],
    ['fastest boost clock intel', 'cpu', 'intel', 'boost-clock-desc'],
    ['shortest arc b580', 'graphics-card', 'arc b580', 'length'],
    ['over 7000 mt/s', 'memory', '', 'speed ≥ 7001'],
    ['replace the disk in my laptop with an ssd', undefined, 'an ssd'],
    ['cheapestcase', 'case', 'case', 'price'],
    ['cpu under 200 with graphics', undefined, 'cpu with graphics', 'price ≤ 200'],
    ['under 100 power supplies', undefined, 'power supplies', 'price ≤ 100'],
    ['cheapmotherboard', 'motherboard', 'motherboard', 'price'],
    ['gen5 drive with heatsink', undefined, 'gen5 ssd with heatsink'],
    ['board with two m.2 drive slots', undefined, 'board with 2 m.2 drive slots'],
    ['a psu with about 1000 watts', undefined, 'a psu with about 1000 watts'],
    ['my small case needs an sfx psu', undefined, 'sfx psu'],
    ['my itx case needs an sfx psu', undefined, 'my itx case needs an sfx psu'],
    ['graphics card with the least electricity', 'graphics-card', 'graphics card', 'watts'],
    ['Vergleich 9600X und 9700X', undefined, 'compare 9600X and 9700X'],
    ['full tower that takes eatx boards', undefined, 'full tower case that takes eatx boards'],
    ['computer parts', undefined, ''],
    ['cheap gaming pc parts', undefined, '', 'price'],
    ['parts for my gaming pc', undefined, ''],
    ['spare parts for my printer', undefined, 'spare parts for my printer'],
    ['ibggest hard drie', 'hard-disk', 'hard drive', 'capacity-desc'],
    ['My board takes an AM3+ chip, what do you have?', undefined, 'AM3+ chip'],
    ['psu 750w-850w gold', 'power-supply', 'psu gold', 'watts 750–850'],
    ['hdd 8 tb to 12 tb', 'hard-disk', 'hdd', 'capacity 8000–12000'],
    ['ssd 500gb-1tb', 'ssd', 'ssd', 'capacity 500–1000'],
    ['SSD von 500 GB bis 1 TB', 'ssd', 'SSD', 'capacity 500–1000'],
    ['Grafikkarte 200 bis 300 Euro', undefined, 'gpu', 'price 200–300'],
    ['Grafikkarte von 300 € bis 500 €', undefined, 'gpu', 'price 300–500'],
    ['Netzteil 650 bis 750 Watt', 'power-supply', 'psu', 'watts 650–750'],
    ['GTX 970 bis 1000 Euro', undefined, 'GTX 970', 'price ≤ 1000'],
    ['Dark Rock 5 bis 100 Euro', undefined, 'Dark Rock 5', 'price ≤ 100'],
    ['Core Ultra 7 265 bis 400 Euro', undefined, 'Core Ultra 7 265', 'price ≤ 400'],
    ['Corsair RM 750 bis 850', undefined, 'Corsair RM 750', 'price ≤ 850'],
    ['SSD 500 bis 1000', undefined, 'SSD 500', 'price ≤ 1000'],
    ['Grafikkarte von 100 bis 1.000 €', undefined, 'gpu', 'price 100–1000'],
    ['Grafikkarte 199,99 € bis 299 Euro', undefined, 'gpu', 'price 199.99–299'],
    ['Netzteil 650 bis 750', 'power-supply', 'psu', 'watts 650–750'],
    ['Netzteil mind. 650 Watt bis 200 Euro', 'power-supply', 'psu', 'watts ≥ 650', 'price ≤ 200'],
    ['AIO 240-360', 'cpu-cooler', 'AIO', 'radiator'],
    ['Mainboard 4 bis 6 SATA', 'motherboard', 'Mainboard', 'sata-ports'],
    ['difference between 970 evo 500gb and 1tb', undefined, 'difference between 970 evo 500gb and 1tb'],
    ['mind the gap', undefined, 'mind the gap'],
    ['Netzteil mind. 750w', 'power-supply', 'psu', 'watts ≥ 750'],
    ['Grafikkarte bis max. 300 mm', 'graphics-card', 'gpu', 'length ≤ 300'],
    ['Mainboard mit 4 M.2 Steckplätzen', 'motherboard', 'Mainboard', 'm2-slots'],
    ['DDR5 16 GB Einzelmodul', undefined, 'DDR5 16 GB single stick'],
    ['DDR5 32 GB bis 100 Euro', undefined, 'DDR5 32 GB', 'price ≤ 100'],
    ['samsung 1tb to 2tb', undefined, 'samsung 1tb 2tb'],
    ['fan 120-140mm', undefined, 'fan 120mm 140mm'],
    ['rx 9070 (nicht xt)', undefined, 'rx 9070 not xt'],
    ['gpu (under $300)', undefined, 'gpu', 'price ≤ 300'],
    ['ram 32gb (2x16gb)', undefined, 'ram 32gb (2x16gb)'],
    ['cooler below 25 db(a)', 'cpu-cooler', 'cooler', 'noise ≤ 24.9'],
  ])('“%s” is sorted and limited', (search, category, ...meant) => {
    expect(describeQuestion(search)).toEqual([category, ...meant]);
  });

  test.each([
    ['Tastatur Plus', 'keyboard Plus', 'Tastatur Plus'],
    ['disco duro 2tb', 'hdd 2tb', 'disco duro 2tb'],
    ['gpu 16gb', 'gpu 16gb', undefined], // English
    ['Grafikkarte unter 300 Euro', 'gpu', undefined], // its limit is a filter
    ['ддр5 32гб', 'ddr5 32gb', undefined], // no part has these letters
  ])('“%s” means “%s”, and parts may have it literally: %s', (search, text, typed) => {
    expect(readQuestion(search)).toMatchObject({ text });
    expect(readQuestion(search).typed).toBe(typed);
    for (const category of [undefined, 'other'] as const) {
      const { q, meaning } = parseListParameters([['q', search]], category).query;
      expect([q, meaning]).toEqual([typed ?? text, typed && text]);
    }
  });

  test.each([
    ['gpu with at least 16gb', 'graphics-card', 'gpu', 'memory', '16', '12'],
    ['aio at least 280mm', 'cpu-cooler', 'aio', 'radiator', '360', '240'],
    ['cpu up to 6 cores', 'cpu', 'cpu', 'cores', '6', '8'],
    ['hdd 10000rpm or faster', 'hard-disk', 'hdd', 'rpm', '10000', '7200'],
    ['case for at least ten 3.5 inch disks', 'case', 'case for', 'bays', '10', '8'],
    ['full tower with 8 expansion slots', 'case', 'full tower', 'expansion-slots', '10', '7'],
    ['board with six sata ports', 'motherboard', 'board', 'sata-ports', '8', '4'],
    ['case with four 3.5 inch bays', 'case', 'case', 'bays', '9', '3'],
    ['case that fits 4 hdds', 'case', 'case', 'bays', '5', '3'],
    ['case with space for six hard drives', 'case', 'case', 'bays', '7', '5'],
    ['6 bay nas case', 'case', 'nas case', 'bays', '8', '5'],
    ['case with 4 bays or less', 'case', 'case', 'bays', '3', '5'],
    ['case with exactly 4 drive bays', 'case', 'case', 'bays', '4', '5'],
    ['board with only 2 memory slots', 'motherboard', 'board', 'memory-slots', '2', '4'],
    ['board with 8 or more sata ports', 'motherboard', 'board', 'sata-ports', '8', '6'],
    ['at least 20gb of video memory', 'graphics-card', 'of vram', 'memory', '24', '16'],
    ['cpu with threads under 16', 'cpu', 'cpu', 'threads', '12', '16'],
    ['motherboard under 4 m.2', 'motherboard', 'motherboard', 'm2-slots', '3', '4'],
    ['nas case for four or more hard disks', 'case', 'nas case', 'bays', '4', '3'],
    ['case that holds more than 3 drives', 'case', 'case', 'bays', '4', '3'],
    ['gehäuse mit mindestens 4 festplatten', 'case', 'case', 'bays', '4', '3'],
  ])('“%s” chooses among numbers', (search, category, text, key, inside, outside) => {
    const question = readQuestion(search);
    expect(question).toMatchObject({ text, category });
    expect(question.values.get(key)).toContain(inside);
    expect(question.values.get(key)).not.toContain(outside);
  });

  test.each([
    ['ssd under 200 grams', 'ssd under 200 grams', 'under 200 grams'],
    ['white case below 12 kg', 'white case below 12 kg', 'below 12 kg'],
    ['cooler under 25 liters', 'cooler under 25 liters', 'under 25 liters'],
    ['under 25 db', 'under 25 db', 'under 25 db'], // of coolers, supplies or cards
    ['gpu with 2 power connectors', 'gpu with 2 power connectors', 'with 2 power connectors'],
    ['board with one pcie slot', 'board with 1 pcie slot', 'with 1 pcie slot'], // of cases
  ])('“%s” names a limit that no fact is known of, and no price', (search, text, notUnderstood) => {
    const question = readQuestion(search);
    expect(question).toMatchObject({ text, notUnderstood });
    expect([question.ranges.size, question.values.size]).toEqual([0, 0]);
    expect(readQuestion(question.text)).toEqual(question); // its address says so, too
  });

  test('a chosen category is the only one that its superlatives concern', () => {
    expect(readQuestion('largest', 'ssd')).toMatchObject({
      text: '',
      category: 'ssd',
      sort: 'capacity-desc',
    });
    expect(readQuestion('largest hard drive', 'ssd')).toMatchObject({ category: 'ssd' });
    expect(readQuestion('longest', 'ssd')).toMatchObject({ text: 'longest', sort: undefined });
  });

  test('a price in it is the filter of the list, unless the address has another', () => {
    const parse = (parameters: [string, string][]) => parseListParameters(parameters).query;
    const under = parse([['q', 'cheapest ssd under $100']]);
    expect(under).toMatchObject({ q: 'ssd', sort: 'price' });
    expect(under.choices.get('price')).toEqual({ kind: 'range', min: undefined, max: 100 });
    const chosen = parse([
      ['q', 'cheapest ssd under $100'],
      ['price-max', '70'],
      ['sort', 'newest'],
    ]);
    expect(chosen.sort).toBe('newest');
    expect(chosen.choices.get('price')).toEqual({ kind: 'range', min: undefined, max: 70 });
  });
});

describe('of the words of a search', () => {
  const describeWords = (text: string) =>
    parseSearch(text).map(
      ({ typed, mark, role }) => `${typed}${mark ?? ''}${role === 'required' ? '' : ` ${role}`}`,
    );

  test.each([
    ['i9 14900 that is not a k or f', ['i9', '14900', 'k excluded', 'f excluded']],
    ['990 pro -heatsink', ['990', 'pro', 'heatsink excluded']],
    ['rtx 3060 -12gb', ['rtx3060', '12gb excluded']],
    ['2tbssd', ['2tb', 'ssd=ssd']],
    ['ddr532gb', ['ddr5', '32gb']],
    ['990 pro w/o heatsink', ['990', 'pro', 'heatsink excluded']],
    ['ddr5 non-rgb', ['ddr5', 'rgb excluded']],
    ['990 pro w/heatsink', ['990', 'pro', 'heatsink']],
    ['single stick ddr4', ['1module', 'ddr4']],
    ['psu with 3 x 6+2 pin plugs', ['psu=power-supply', '3x8pin']],
    ['hdd but no seagate or toshiba', ['hdd=hard-disk', 'seagate excluded', 'toshiba excluded']],
    ['amd gpu not from asus', ['amd', 'gpu=graphics-card', 'asus excluded']],
    ['amd gpu not von asus', ['amd', 'gpu=graphics-card', 'asus excluded']], // of “nicht von Asus”
    ['9070 not die xt', ['9070', 'xt excluded']],
    ['case without der8auer', ['case=case', 'der8auer excluded']],
    ['cooler without fan', ['cooler=cpu-cooler', 'fanless']],
    ['cooler without heatsink', ['cooler=cpu-cooler']],
    ['tell me whether you already sell the b650', ['b650']],
    ['64gb usb flash drive', ['64gb', 'usbstick']],
    ['micro sd card', ['sdcard']],
    [
      'motherboard for ryzen 7 9800x3d',
      ['motherboard=motherboard', 'ryzen optional', '7 optional', '9800x3d'],
    ],
    ['ddr5 for ryzen 7 7700x', ['ddr5', 'ryzen optional', '7 optional', '7700x optional']],
    ['am5 ddr5', ['am5', 'ddr5']],
    ['psu for my itx build', ['psu=power-supply', 'itx optional', 'build optional']],
    ['case for an itx build', ['case=case', 'itx', 'build optional']],
    ['gpu for workstation', ['gpu=graphics-card', 'workstation']],
    ['gpu for 1440p', ['gpu=graphics-card', '1440p optional']],
    ['ssd for i5-13600k', ['ssd=ssd', 'i5 optional', '13600k optional']],
    ['-heatsink', ['heatsink excluded']],
    ['DDR5-6000', ['ddr5', '6000']],
    ['i need a fast ssd for my laptop', ['fast optional', 'ssd=ssd', 'laptop']],
    ['low noise psu', ['quiet optional', 'psu=power-supply']],
    ['the', ['the']],
    ['hard drives', ['hard drives=hard-disk']],
    ['gpu 16gb memory', ['gpu=graphics-card', '16gb', 'memory=memory optional']],
    ['rtx 40 series', ['rtx40series']],
  ])('“%s” has these', (text, words) => {
    expect(describeWords(text)).toEqual(words);
  });

  test.each([
    ['motherboard for ryzen 7 9800x3d', 'am5'],
    ['mobo 5800x3d', 'am4'],
    ['intel 12th gen motherboard', 'lga1700'],
    ['core ultra 7 265k board motherboard', 'lga1851'],
    ['motherboard for i7', 'intel'],
    ['ram for ryzen 5 7600', 'ddr5'],
    ['what ram fits an am5 board', 'ddr5'],
    ['what memory fits a b550 board', 'ddr4'],
  ])('“%s” means parts for that processor', (text, spelling) => {
    expect(parseSearch(text).flatMap(({ spellings }) => spellings)).toContain(spelling);
  });

  test.each([
    ['ryzen 5 5600', '5600'],
    ['64gb usb stick', 'usbstick'],
  ])('“%s” means a thing that the shop does not sell', (text, typed) => {
    const word = parseSearch(text).find((each) => each.typed === typed);
    expect(word).toMatchObject({ isOtherKind: true });
    expect(word && weighWord(word)).toBe(10);
  });

  test.each([
    ['usb headset', true],
    ['laptop charger usb c', true],
    ['64gb usb', false],
    ['usb ssd for a laptop', false],
  ])('“%s” means other things together: %s', (text, areOther) => {
    expect(areOtherThings(parseSearch(text))).toBe(areOther);
  });

  test('in which most are right, the number of a processor counts for no other part', () => {
    const [, , number] = limitToExactModels(parseSearch('ryzen 5 5600'));
    expect(number?.spellings).not.toContain('5600');
  });

  test.each([
    ['itx', 8],
    ['ddr4', 6],
    ['b650', 8],
    ['11', 1],
    ['ram', 4],
    ['mugen', 2],
    ['7', 1],
    ['3.1', 1],
    ['2.5', 4],
  ])('“%s” weighs %i when parts have only some of them', (text, weight) => {
    expect(parseSearch(text).map(weighWord)).toEqual([weight]);
  });
});
