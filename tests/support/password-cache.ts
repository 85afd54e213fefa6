/** A password thread that the shops of a test process share, and that hashes and compares the same only once. */
import { makePasswordThread, type PasswordThread } from '#identity/password-thread.ts';

const thread = makePasswordThread();
const hashes = new Map<string, Promise<string>>();
const comparisons = new Map<string, Promise<boolean>>();

/** For tests that are not about passwords: nearly all of their people have the same one. */
export const cachedPasswords: PasswordThread = {
  hash: (password) => recall(hashes, password, () => thread.hash(password)),
  verify: (stored, password) =>
    recall(comparisons, `${stored} ${password}`, () => thread.verify(stored, password)),
  close: async () => {}, // other shops use it
};

function recall<Result>(
  known: Map<string, Promise<Result>>,
  key: string,
  compute: () => Promise<Result>,
): Promise<Result> {
  const result = known.get(key) ?? compute();
  known.set(key, result);
  result.catch(() => known.delete(key));
  return result;
}
