/** Group commit: work that arrives while other work runs is done together afterwards, in one transaction. */
import { currentBudget, recordFailure, recordWrite } from '#platform/database/time-budget.ts';
import { isUnavailable } from '#platform/database/unavailable.ts';

/** Each work is answered by itself. What fails together is done again, each alone, unless its outcome is unknown. */
export type Group<Work, Answer> = {
  run(work: Work, ways: Ways<Work, Answer>): Promise<Answer>;
  /** Of work that is done together; undefined: no limit. */
  lockTimeoutMs: number | undefined;
};

type Ways<Work, Answer> = {
  /** Works with the same key are never done together. */
  key: string | undefined;
  together(works: Work[]): Promise<Answer[]>;
  alone(): Promise<Answer>;
};

export type GroupSettings = {
  /** After so long, what arrives no longer waits for what runs; undefined: it always waits. */
  patienceMs: number | undefined;
  lockTimeoutMs: number | undefined;
  /** Begins a little later, with what arrives until then; what runs is followed at once. */
  defer(begin: () => void): void;
};

const maxTogether = 64;

type Member<Work, Answer> = {
  work: Work;
  key: string | undefined;
  turn: PromiseWithResolvers<Turn<Work, Answer>>;
};

/** To lead the others, to be done alone, or the answer of the one that led, with its position in the log. */
type Turn<Work, Answer> =
  | { members: Member<Work, Answer>[]; end(): void }
  | 'alone'
  | { answer: Answer; written: bigint | undefined };

export function makeGroup<Work, Answer>(settings: GroupSettings): Group<Work, Answer> {
  let waiting: Member<Work, Answer>[] = [];
  let running: object | undefined;

  function begin(): void {
    const members = takeMembers();
    const [leader] = members;
    const run = {};
    running = leader && run;
    if (!leader) return;
    const end = () => {
      clearTimeout(timer);
      if (running === run) begin();
    };
    const timer = settings.patienceMs === undefined ? undefined : setTimeout(end, settings.patienceMs);
    leader.turn.resolve({ members, end });
  }

  function takeMembers(): Member<Work, Answer>[] {
    const keys = new Set<string>();
    const members: typeof waiting = [];
    const later: typeof waiting = [];
    for (const member of waiting) {
      const { key } = member;
      const isLater = members.length === maxTogether || (key !== undefined && keys.has(key));
      (isLater ? later : members).push(member);
      if (key !== undefined) keys.add(key);
    }
    waiting = later;
    return members;
  }

  return {
    lockTimeoutMs: settings.lockTimeoutMs,
    async run(work, { key, together, alone }) {
      const member: Member<Work, Answer> = { work, key, turn: Promise.withResolvers() };
      waiting.push(member);
      if (!running) {
        running = {};
        settings.defer(begin);
      }
      const turn = await waitForTurn(member);
      if (turn === 'alone') return await alone();
      if ('answer' in turn) {
        currentBudget()?.renew(); // it is committed
        recordWrite(turn.written);
        return turn.answer;
      }
      const { members, end } = turn;
      if (members.length === 1) return await alone().finally(end);
      const works = members.map((each) => each.work);
      const answer = await lead(members, () => together(works)).finally(end);
      return answer === 'alone' ? await alone() : answer.answer;
    },
  };
}

/** The time counts as time that the database takes. */
async function waitForTurn<Work, Answer>({ turn }: Member<Work, Answer>): Promise<Turn<Work, Answer>> {
  try {
    return await (currentBudget()?.count(turn.promise) ?? turn.promise);
  } catch (error) {
    throw isUnavailable(error) ? recordFailure(error) : error;
  }
}

/** Answers the others, and returns the answer of the first. */
async function lead<Work, Answer>(
  [, ...others]: Member<Work, Answer>[],
  together: () => Promise<Answer[]>,
): Promise<{ answer: Answer } | 'alone'> {
  try {
    const [answer, ...answers] = await together();
    const written = currentBudget()?.written;
    for (const [index, { turn }] of others.entries())
      turn.resolve({ answer: answers[index] as Answer, written });
    return { answer: answer as Answer };
  } catch (error) {
    const isUnknown = isUnavailable(error) && error.isOutcomeUnknown;
    for (const { turn } of others) {
      if (isUnknown) turn.reject(error);
      else turn.resolve('alone');
    }
    if (isUnknown) throw error;
    return 'alone';
  }
}
