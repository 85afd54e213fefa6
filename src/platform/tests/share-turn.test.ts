/** Questions to the database are shared by all that wait for them. */
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { shareTurn } from '#platform/database/share-turn.ts';

async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await setImmediate();
}

test('who comes while a question is answered, or just after, shares the next one, but does not wait for one that is lost', async () => {
  const answers: PromiseWithResolvers<string>[] = [];
  const questions: (readonly string[])[] = [];
  const ask = shareTurn((items: readonly string[]) => {
    questions.push([...items]);
    const answer = Promise.withResolvers<string>();
    answers.push(answer);
    return answer.promise;
  });
  const first = [ask('a'), ask('b')];
  await settle();
  const second = [ask('c')];
  await settle();
  second.push(ask('d'));
  expect(questions).toEqual([['a', 'b']]);
  answers[0]?.resolve('one');
  expect(await Promise.all(first)).toEqual(['one', 'one']);
  await setImmediate();
  await setImmediate();
  second.push(ask('a'));
  await settle();
  expect(questions).toEqual([
    ['a', 'b'],
    ['c', 'd', 'a'],
  ]);
  void ask('e');
  for (let waits = 0; waits < 100 && questions.length < 3; waits += 1) await sleep(5);
  expect(questions[2]).toEqual(['e']);
  answers[1]?.reject(new Error('lost'));
  for (const each of second) await expect(each).rejects.toThrow('lost');
});
