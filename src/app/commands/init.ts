/** `init`: asks for what a public shop needs, and writes the file of its settings. */
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type Command, type CommandContext, CommandRefusal } from '#app/commands/command.ts';
import { checkPublicShop, findSettingProblem, readPublicSettings } from '#app/config.ts';
import { refuseFile } from './catalogue/text-lines.ts';

/** Each is also an option: `--public-url`. */
const questions = [
  {
    setting: 'PUBLIC_URL',
    what: 'The address that people type, such as https://shop.example.com',
    isNeeded: true,
  },
  {
    setting: 'COUNTRY',
    what: 'The country that you are in and deliver to first, such as DE',
    isNeeded: true,
  },
  { setting: 'TRUST_PROXY', what: 'How many reverse proxies are in front of the shop', usual: '1' },
  { setting: 'PORT', what: 'The port that they forward to', usual: '3000' },
  { setting: 'DATA_DIR', what: 'The folder for pictures, secrets and the embedded database', usual: 'data' },
  { setting: 'DATABASE_URL', what: 'The postgres://… address of your own PostgreSQL, else the embedded one' },
  { setting: 'SMTP_URL', what: 'The smtp://… address of the mail server, else no mail is sent' },
  {
    setting: 'MAIL_FROM',
    what: 'The address that mails are from, one that the mail server lets you use',
    after: 'SMTP_URL',
  },
  { setting: 'STRIPE_SECRET_KEY', what: 'Stripe’s secret key (sk_live_…), else no money moves' },
  {
    setting: 'STRIPE_PUBLISHABLE_KEY',
    what: 'Stripe’s publishable key (pk_live_…)',
    after: 'STRIPE_SECRET_KEY',
  },
  {
    setting: 'STRIPE_WEBHOOK_SECRET',
    what: 'The secret of Stripe’s webhook (whsec_…)',
    after: 'STRIPE_SECRET_KEY',
  },
  { setting: 'S3_URL', what: 'The s3://… address of a bucket for pictures, else they are in the folder' },
] as const satisfies readonly Question[];

type Question = {
  setting: Parameters<typeof findSettingProblem>[0];
  what: string;
  usual?: string;
  isNeeded?: true;
  after?: string;
};

const nameOption = (setting: string) => setting.toLowerCase().replaceAll('_', '-');

export const initCommand: Command = {
  parameters: [],
  options: {
    yes: { help: 'asks nothing: what no option says is as usual, or left out' },
    ...Object.fromEntries(
      questions.map(({ setting, what }) => [nameOption(setting), { value: 'VALUE', help: what }]),
    ),
  },
  help: 'asks for what a public shop needs, and writes it into .env',
  async run(_, context) {
    const file = resolve(context.environment.ENV_FILE ?? '.env');
    if (existsSync(file))
      throw new CommandRefusal(
        `There are settings in ${file} already; change them there, or remove the file.`,
      );
    const settings = await askAll(context);
    const isSandbox = !readPublicSettings(settings).takesMoney;
    if (isSandbox) settings.CARD_SANDBOX = 'on';
    checkPublicShop(readPublicSettings(settings));
    try {
      writeFileSync(file, formatFile(settings), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      refuseFile(file, 'written')(error);
    }
    return [
      `The settings are in ${file}, which only you can read. docs/running.md has more of them.`,
      ...(isSandbox
        ? ['No money moves yet: CARD_SANDBOX=on takes test cards, until Stripe’s live keys are set.']
        : []),
      'Now start the shop (npm start), sign up, and run these:',
      '  npm run shop -- make-admin YOUR-ADDRESS',
      '  npm run shop -- check',
    ].join('\n');
  },
};

/** By options, as usual, or by what is typed; a wrong answer is asked again, a wrong option refused. */
async function askAll({ options, input, errors }: CommandContext): Promise<Record<string, string>> {
  const settings: Record<string, string> = {};
  const lines = createInterface({ input });
  const typed = lines[Symbol.asyncIterator]();
  const ask = async (question: Question): Promise<string> => {
    errors.write(`${question.what}${question.usual ? ` [${question.usual}]` : ''}: `);
    const { value, done } = await typed.next();
    if (done) throw new CommandRefusal('\nNothing was written, because the answers ended.');
    const answer = value.trim() || (question.usual ?? '');
    const problem = findProblem(question, answer);
    if (!problem) return answer;
    errors.write(`${problem}\n`);
    return await ask(question);
  };
  for (const question of questions as readonly Question[]) {
    const { setting, usual = '', after } = question;
    if (after && !settings[after]) continue;
    const given = options[nameOption(setting)] ?? (options.yes === undefined ? undefined : usual);
    const problem = given === undefined ? undefined : findProblem(question, given);
    if (problem) throw new CommandRefusal(problem);
    const answer = given ?? (await ask(question));
    if (answer !== '') settings[setting] = answer;
  }
  lines.close();
  return settings;
}

function findProblem({ setting, isNeeded }: Question, answer: string): string | undefined {
  const problem = answer === '' ? isNeeded && 'is needed' : findSettingProblem(setting, answer);
  return problem ? `${setting} ${problem}.` : undefined;
}

function formatFile(settings: Record<string, string>): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${quote(value)}`);
  return ['# The settings of this shop; docs/running.md lists all there are.', ...lines, ''].join('\n');
}

/** Unquoted, a # would begin a comment. */
function quote(value: string): string {
  if (/^[\w:/.,@%?&=+-]*$/.test(value)) return value;
  const mark = ['"', "'", '`'].find((each) => !value.includes(each)) ?? '"';
  return `${mark}${value}${mark}`;
}
