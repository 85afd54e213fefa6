/** Finds categories named outside their definitions, where a new category would have to be added, too. */
import { isTest, type Sources, stripComments } from './source-rules.ts';

const definitions = 'src/features/catalogue/rules/categories/';

/** `id` as a text, or as the name of a field. */
export function findNamedCategories(sources: Sources, ids: readonly string[]): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (!/^src\/.*\.tsx?$/.test(file) || isTest(file) || file.startsWith(definitions)) return [];
    const code = stripComments(text);
    return ids.filter((id) => isNamed(id, code)).map((id) => `${file} names ${id}`);
  });
}

function isNamed(id: string, code: string): boolean {
  if (new RegExp(`(['"\`])${id}\\1`).test(code)) return true;
  return id !== 'other' && new RegExp(`^\\s*${id}: (?!string|number)`, 'm').test(code); // `other` is a word like any other
}
