/** Finds identifiers that docs/glossary.md has another term for. */
import { parseAst } from 'vite';
import type { Sources } from './source-rules.ts';

/** Names of one meaning for readers of an earlier version; the reader of today would have to learn them. */
const oldNames =
  /^(shel(f|ves)|makeShelf|makeSection|judge|missed|nearly|reliefs?|grounds?|bound|asked|told|heard|found|patience|quiet|room|leftAlone|atOnce|most|sweep|catchUp|tidyUp|lookAfter|noteAsked|slipsBetween|moves|who|declare|serve|furnish\w*|ownPageHead|useRepeatedCall|useKeptTyping|findHanging\w*|changeCatalogue|ProviderAccount|chooseAccount)$/i;

/** Exact names of types. */
const oldTypes = /^(Who|Asked|Call|Place|Tools|Standing|Shelf|Section|KeptTyping|RepeatedCall)$/;

type SyntaxNode = { type: string; [key: string]: unknown };

/** Declared variables, parameters, functions and types with an old name, and functions that are named `…Of`. */
export function findOldNames(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (!/^(src|packages|bench|browsers|simulation|tests)\/.*\.tsx?$/.test(file) || file.endsWith('.d.ts'))
      return [];
    const names = listDeclaredNames(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }));
    return [...new Set(names.filter(isOld))].map((name) => `${file} declares ${name}`);
  });
}

function isOld(name: string): boolean {
  return oldNames.test(name) || oldTypes.test(name) || /[a-z]Of$/.test(name);
}

function listDeclaredNames(program: unknown): string[] {
  const names: string[] = [];
  function addPattern(pattern: unknown): void {
    if (!isNode(pattern)) return;
    if (pattern.type === 'Identifier') names.push(String(pattern.name));
    if (pattern.type === 'TSParameterProperty') addPattern(pattern.parameter);
    for (const key of ['value', 'argument', 'left'])
      if (pattern.type !== 'Identifier') addPattern(pattern[key]);
    for (const key of ['properties', 'elements', 'items'])
      if (Array.isArray(pattern[key])) for (const each of pattern[key]) addPattern(each);
  }
  function visit(value: unknown): void {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isNode(value)) return;
    if (value.type === 'VariableDeclarator') addPattern(value.id);
    else if (/^(Function|Class|TSTypeAlias|TSInterface)\w*Declaration$/.test(value.type))
      addPattern(value.id);
    if (Array.isArray(value.params)) for (const parameter of value.params) addPattern(parameter);
    for (const child of Object.values(value)) visit(child);
  }
  visit(program);
  return names;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
