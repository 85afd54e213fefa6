/** Words of other languages for kinds of parts and common facts, and letters that another keyboard layout has typed. */
import { listedCategories } from '#catalogue/rules/listed-categories.ts';
import { findCategory } from '#catalogue/rules/search/kinds.ts';

/**
 * An English phrase, and how German, Spanish, French and Bengali say it; none for words that say nothing. No names of parts have
 * these words. Those of a kind of part are in its folder (`translations`).
 */
const vocabulary = `
sata = সাটা
seagate = সিগেট
samsung = স্যামসাং
corsair = করসেয়ার
kingston = কিংস্টন
fan = lufter, ventilador, ventiladores, ventilateur, ventilateurs, ফ্যান
monitor = bildschirm, bildschirme, pantalla, pantallas, ecran, ecrans, মনিটর
keyboard = tastatur, tastaturen, teclado, teclados, clavier, claviers, কিবোর্ড
mouse = maus, raton, ratones, souris, মাউস
laptop = ordenador portatil, ordenadores portatiles, computadora portatil, tablet pc, ultrabook, notebooks, klapprechner, portatil, portatiles, ordinateur portable, pc portable, ল্যাপটপ
headphones = kopfhorer, auriculares, casque audio, ecouteurs, হেডফোন
cable = kabel, cables de, কেবল
printer = drucker, impresora, imprimante, প্রিন্টার
white = weiss, weisse, weisser, weisses, blanco, blanca, blancos, blancas, blanc, blanche, blancs, সাদা, bianco, bianca, branco, branca, witte, biały, белый, белая
black = schwarz, schwarze, schwarzer, schwarzes, negro, negra, negros, negras, noir, noire, noirs, কালো, nera, preto, preta, zwart, zwarte, czarny, черный, черная
red = rot, rote, roter, rojo, roja, rouge, লাল, rosso, rossa, vermelho, vermelha, rood, rode
blue = blau, blaue, blauer, azul, azules, bleu, bleue, নীল
green = grun, grune, gruner, verde, verdes, vert, verte, সবুজ
silver = silber, silbern, plateado, plateada, plata, argente, রুপালি
gray = grau, graue, grauer, gris, ধূসর
pink = rosa, rosado, rosada, গোলাপি
cheap = gunstig, gunstige, gunstiger, billig, billige, barato, barata, baratos, baratas, economico, pas cher, pas chere, bon marche, সস্তা, কম দামি, economica, goedkope, tani, tanie, дешевый
cheapest = gunstigste, gunstigster, gunstigstes, am gunstigsten, billigste, billigster, billigstes, am billigsten, mas barato, mas barata, moins cher, moins chere, le moins cher, la moins chere, les moins chers, les moins cheres, সবচেয়ে সস্তা, সবচেয়ে কম দামি, piu economico, piu economica, mais barato, mais barata, goedkoopste, najtańszy, самый дешевый
most expensive = teuerste, mas caro, mas cara, plus cher, le plus cher, la plus chere, সবচেয়ে দামি
fastest = schnellste, schnellster, schnellstes, mas rapido, mas rapida, plus rapide, সবচেয়ে দ্রুত, piu veloce, mais rapido, mais rapida, snelste
fast = schnell, schnelle, schneller, schnellere, schnelleren, rapido, rapida, rapide, দ্রুত
biggest = grosste, grosster, grosstes, mas grande, plus grand, plus grande, সবচেয়ে বড়, piu grande, maior, grootste
quiet = leise, leiser, leises, leisen, lautlos, silencioso, silenciosa, silencieux, silencieuse, নীরব, silenzioso, silenziosa, stille
smallest = kleinste, kleinster, kleinstes, mas pequeno, mas pequena, plus petit, plus petite
quietest = leiseste, leisester, leisestes, am leisesten, mas silencioso, plus silencieux, সবচেয়ে নীরব
without = ohne, sin, sans, ছাড়া, senza, sem, zonder, bez, без
with = mit, con, avec, সহ, com, met, con il
and = und, sowie, এবং, ও
compare = vergleich, vergleiche, vergleichen, comparar, compara, comparer, comparez
difference between = unterschied zwischen, diferencia entre
or = oder, ou, অথবা, বা
for = fur, para, pour, জন্য, এর জন্য, voor, dla, для
under = unter, weniger als, menos de, por menos de, por debajo de, moins de, a moins de, নিচে, এর নিচে, কমে, meno di, sotto, menos que, abaixo de, minder dan, onder, poniżej
over = uber, mehr als, mas de, con mas de, por encima de, plus de, উপরে, এর উপরে, বেশি, এর বেশি, piu di, oltre, mais de, meer dan, boven
up to = bis zu, bis max, bis maximal, bis, hochstens, maximal, como maximo, au plus, hasta, jusqu'a, পর্যন্ত, fino a, ate
at least = mindestens, wenigstens, al menos, como minimo, au moins, অন্তত, কমপক্ষে, almeno, pelo menos, minstens
shorter than = kurzer als, mas corto que, mas corta que, plus court que, plus courte que
faster than = schneller als, mas rapido que, mas rapida que, plus rapide que
longer than = langer als, mas largo que, mas larga que, plus long que, plus longue que
smaller than = kleiner als, mas pequeno que, mas pequena que, plus petit que, plus petite que
bigger than = grosser als, mas grande que, plus grand que, plus grande que
higher than = hoher als, mas alto que, mas alta que, plus haut que, plus haute que
quieter than = leiser als, mas silencioso que, plus silencieux que
cheaper than = billiger als, gunstiger als, mas barato que, mas barata que, moins cher que, moins chere que
between = zwischen, entre, মধ্যে
dollars = dolares, ডলার
integrated graphics = integrierte grafik, integrierter grafik, graficos integrados, grafica integrada, graphique integre, puce graphique integree, ইন্টিগ্রেটেড গ্রাফিক্স
power connector = stromanschluss, stromanschlusse, stromstecker, zusatzstrom
cores = kerne, kernen, nucleos, coeurs, কোর, rdzeni, ядер
threads = hilos, থ্রেড
gb = gigaoctets, জিবি, জিবির, গিগাবাইট, гб
tb = teraoctets, টিবি, টিবির, টেরাবাইট, тб
watt = vatios, ওয়াট
mhz = মেগাহার্টজ
socket = sockel, zocalo, সকেট
slots = steckplatze, steckplatzen, ranuras, emplacements, স্লট
gold = oro, dorado, dorada, গোল্ড
platinum = platin, platine, platino
bronze = bronce
titanium = titane, titanio
modular = modulare, modulaire, মডুলার
semi modular = teilmodular, teilmodulares, teilmodulare, halbmodular
fully modular = vollmodular, vollmodulares, voll modular, voll modulares, totalmente modular, entierement modulaire
glass = glas, glasfenster, cristal, verre, গ্লাস
tempered glass = gehartetes glas, vidrio templado, cristal templado, verre trempe, টেম্পার্ড গ্লাস
small = klein, kleine, kleines, pequeno, pequena, petit, petite, ছোট
big = gross, grosse, grosses, grande, grandes, বড়
gaming = spiele, zum spielen, juegos, para juegos, jeu, jeux, গেমিং
laptop ram = notebook speicher, laptop speicher, memoria portatil, memoire pc portable, ল্যাপটপ র্যাম
server = servidor, serveur, সার্ভার
new = neu, neue, neues, nuevo, nueva, nouveau, nouvelle, নতুন
best = beste, bester, bestes, mejor, mejores, meilleur, meilleure, সেরা
fits = passend, passend zu, passt, passt zu, compatible con, compatible avec, উপযুক্ত
internal = interne, interner, interno, interna, অভ্যন্তরীণ
external = externe, externer, externo, externa, এক্সটার্নাল
wifi = wlan, inalambrico, sans fil, ওয়াইফাই
air cooler = refroidissement a air, refrigeracion por aire, enfriamiento por aire, এয়ার কুলার
high = hoch
long = lang
wide = breit
read = lesen
write = schreiben
wood = holz
which = welche, welcher, welches
is = ist
height = hohe, altura, hauteur, উচ্চতা
length = lange, longitud, longueur, দৈর্ঘ্য
liters = litern, litros, litres, লিটার
price = preis, precio, prix, দাম, মূল্য
graphics = grafik, graficos, grafica, graphique, গ্রাফিক্স
drive = laufwerk, unidad, lecteur, ড্রাইভ
storage = speicherplatz, almacenamiento, stockage, স্টোরেজ
i have = ich habe, wir haben, tengo, tenemos, j'ai, nous avons
with the most = con mas, mit den meisten, mit dem meisten, mit der meisten, avec le plus de, avec le plus, সবচেয়ে বেশি
generation = generacion, প্রজন্ম
a = ein, eine, einen, einem, einer, un, una, unos, unas, une, d'un, d'une, একটি, একটা
 = wie viel, wieviel, cuanto, cuanto cuesta, combien coute, combien, কত, choisir, prendre, escoger, elegir, nehmen, ich, wir, suche, suchen, brauche, brauchen, benotige, mochte, will ich, hatte gern, hatte gerne, gibt es, habt ihr, haben sie, kaufen, mein, meine, meinen, meinem, meiner, noch, auch, sehr, kostet, kosten, den, dem, busco, buscamos, necesito, necesitamos, quiero, quisiera, me gustaria, tienen, hay, comprar, cual es, cual, cuales, que, puedo, kann, puis, cuesta, cueste, muy, por favor, lo, el, je cherche, je recherche, je veux, je voudrais, j'aimerais, j'ai besoin de, j'ai besoin, je, il faut, il me faut, avez vous, avez-vous, acheter, quel est, quelle est, quel, quelle, quels, quelles, mon, mes, coute, s'il vous plait, qui, আমি, আমার, আমাদের, দরকার, প্রয়োজন, লাগবে, চাই, কিনতে, কোন, আছে, ভালো
less than = nicht mehr als, no mas de, pas plus de, kleiner oder gleich
at least = desde, a partir de
no = kein, keine, keinen
not = nicht
but = aber
fanless = lufterlos, lufterlose, lufterloses, lufterloser
from = থেকে
core = kern, kerner
speed = geschwindigkeit, velocidad, vitesse
inch = zoll, pulgadas, pouces
pc = rechner, ordenador, computadora, ordinateur, কম্পিউটার
office = buro, oficina, bureau
good = gut, gute, guter, gutes, guten, bueno, buena, bon, bonne
single stick = einzelmodul, einzelriegel
low profile = perfil bajo, bajo perfil, profil bas, flach, flacher, laag profiel
surveillance = videovigilancia, vigilancia, uberwachung, uberwachungskamera, uberwachungskameras, videouberwachung, videosurveillance
window = fenster, sichtfenster, seitenfenster, ventana, fenetre, finestra, janela
microphone = mikrofon, microfono, microfone
htpc = home theater, home theatre, home cinema, living room, media center, media centre, heimkino, wohnzimmer
powerful = leistungsstark, leistungsstarke, potente, puissant, puissante
`;

const phrases = new Map(
  [...listedCategories.map(({ words }) => words.translations), vocabulary]
    .join('\n')
    .split('\n')
    .flatMap((line) => {
      const [english = '', others = ''] = line.split(' = ');
      return others.split(', ').flatMap((other) => {
        const phrase = simplify(other);
        return phrase === '' ? [] : [[phrase, english] as const];
      });
    }),
);

const maxPhraseWords = 4;

/** The search in the words of parts. Prices and signs stay as they are; English stays English. */
export function translate(search: string): string {
  const english =
    replacePhrases(
      readForeignLetters(search)
        .replace(/\S+/g, splitCompound)
        .replace(/\b(?:ab|mind) (?=\d)/gi, 'at least ')
        .replace(about, 'around '),
      phrases,
    ) || search;
  return /\p{Script=Bengali}/u.test(search) ? putInFront(english) : english;
}

/** Not 'CoolMax CA 450', which is a name. */
const about =
  /\b(?:ca\. ?|(?:circa|etwa|ungefähr|um die|ca(?= \d[\d.,]* ?(?:[€$]|(?:eur|euros?|dollars?)\b))) )(?=\d)/gi;

/** 'Gaming-Grafikkarte', 'AM5-Mainboard', 'Lüfterkühler': the kind is at the end. */
function splitCompound(word: string): string {
  return phrases.has(simplify(word)) ? word : word.replace(kindAtTheEnd, '$1 $2');
}

const kindAtTheEnd =
  /^(.{2,}?)-?((?:grafikkarte|festplatte|netzteil|gehäuse|prozessor|kühler|mainboard|speicher)n?)$/iu;

/** Bengali says 'under' behind the amount, and 'for', 'without' behind the thing. */
function putInFront(english: string): string {
  return english
    .replace(/(\d\S*(?: dollars)?) from (\d\S*(?: dollars)?) between/g, 'between $1 and $2')
    .replace(/(\d\S*(?: (?!under|over|up|at)[a-z]+)?) (under|over|up to|at least)(?= |$)/g, '$2 $1')
    .replace(/^(\S+) without (.+)$/, '$2 without $1')
    .replace(/^(.+) for (.+)$/, '$2 for $1');
}

/** `meanings`: of simplified phrases, at most four words long. */
export function replacePhrases(text: string, meanings: ReadonlyMap<string, string>): string {
  const words = text.normalize('NFC').split(/\s+/).filter(Boolean);
  const read: string[] = [];
  for (let index = 0; index < words.length; ) {
    const longest = Math.min(maxPhraseWords, words.length - index);
    const length = Array.from({ length: longest }, (_, less) => longest - less).find((count) =>
      meanings.has(simplify(words.slice(index, index + count).join(' '))),
    );
    const phrase = words.slice(index, index + (length ?? 1)).join(' ');
    const meaning = length === undefined ? undefined : meanings.get(simplify(phrase));
    read.push(meaning ?? translateUnit(phrase, words[index - 1], words[index + 1]));
    index += length ?? 1;
  }
  return read.filter(Boolean).join(' ');
}

/** '2to' and '2 To' are French for 2 TB, '12 Go' for 12 GB; '100 to 150' is English. */
function translateUnit(word: string, before = '', after = ''): string {
  if (/^[gt]o$/i.test(word) && /^\d{1,3}$/.test(before) && !/^\d/.test(after))
    return word.replace(/o$/i, 'b');
  const read = word.replace(/^(\d+(?:[.,]\d+)?)(g|t)o$/i, '$1$2b').replace(/[০-৯]/g, readDigit);
  return areLetterNames.test(read) ? read.replace(eachLetterName, (name) => letterNames[name] ?? name) : read;
}

/** 'এএম৫', 'ডিডিআর৫', 'বি৬৫০'; two letters are a word of Bengali. */
const letterNames: Readonly<Record<string, string>> = Object.fromEntries(
  'এ:a বি:b সি:c ডি:d ই:e এফ:f জি:g এইচ:h আই:i জে:j কে:k এল:l এম:m এন:n ও:o পি:p আর:r এস:s টি:t ইউ:u ভি:v এক্স:x জেড:z'
    .split(' ')
    .map((pair) => pair.split(':')),
);
const eachLetterName = new RegExp(
  Object.keys(letterNames)
    .toSorted((one, other) => other.length - one.length)
    .join('|'),
  'g',
);
const areLetterNames = new RegExp(
  `^(?=.*\\d|(?:${eachLetterName.source}){3})(?:${eachLetterName.source}|[a-z\\d])+$`,
);

const readDigit = (digit: string) => String(digit.charCodeAt(0) - '০'.charCodeAt(0));

/** Without accents, and without the joiners that decide only how Bengali is drawn; its vowel signs are letters. */
export function simplify(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u200c\u200d]/g, '')
    .normalize('NFC')
    .replace(/(?<=[\u0980-\u09ff]{2})(?:টির|টি|টা|গুলো|গুলি|ের|তে|ে)(?= |$)/g, '') // the, of it, in it
    .trim();
}

/** The keys of an English keyboard, and what other layouts write with them. */
const keys = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const layouts = [
  'йцукенгшщзхъфывапролджэячсмитьбю',
  'йцукенгшщзхїфівапролджєячсмитьбю',
  ";ςερτυθιοπ[]ασδφγηξκλ;'ζχψωβνμ,.",
];
/** Cyrillic as it sounds: 'ддр5 32гб'. */
const sounds: Readonly<Record<string, string>> = Object.fromEntries(
  'а:a б:b в:v г:g д:d е:e ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:h ц:c ч:ch ш:sh ы:y э:e ю:yu я:ya'
    .split(' ')
    .map((pair) => pair.split(':')),
);

function readForeignLetters(search: string): string {
  if (!/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(search) || /[a-z]/i.test(search)) return search;
  const known = replacePhrases(search, phrases);
  return /[a-z]/i.test(known) ? known : readKeys(search);
}

/** Text without a Latin letter that no phrase explains, and another layout can have typed: what its keys say, or its sounds where these name a part. */
function readKeys(search: string): string {
  const [sounded, pressed] = listReadings(search);
  return pressed === undefined || (findCategory(sounded) && !findCategory(pressed)) ? sounded : pressed;
}

/** By its sounds, and by the keys of the layout that can have typed it. */
export function listReadings(text: string): [sounded: string, ...pressed: string[]] {
  const typed = text.toLowerCase();
  const layout = layouts.find((each) =>
    [...typed].every((letter) => !/\p{L}/u.test(letter) || each.includes(letter)),
  );
  const sounded = typed.replace(/\p{L}/gu, (letter) => sounds[letter] ?? letter);
  if (!layout) return [sounded];
  return [sounded, typed.replace(/\p{L}/gu, (letter) => keys[layout.indexOf(letter)] ?? letter)];
}
