import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { describe, expect, it } from 'vitest';

const app = fileURLToPath(new URL('../', import.meta.url));

type Texts = Readonly<Record<string, string>>;

function readTexts(language: 'en' | 'zh', namespace: string): Texts {
  const text = readFileSync(`${app}texts/${language}/${namespace}.json`, 'utf8');
  return z.record(z.string(), z.string()).parse(JSON.parse(text));
}

const namespacesOf = (language: 'en' | 'zh'): readonly string[] =>
  globSync(`texts/${language}/*.json`, { cwd: app }).map((file) => basename(file, '.json'));

const namespaces = namespacesOf('en').toSorted();

/** Texts whose English comes from the server: refusals, and descriptions in catalogs. */
const chineseOnly = ['model-descriptions', 'server-errors'];

/** Names, which are the same in both languages. */
const names = new Set(['curl', 'JavaScript', 'Python', 'Filmgate', 'SHA-256', 'MiB', 'API']);

/** Placeholders and elements of a text. */
const placeholdersOf = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}|<(\w+) ?\/?>/g)].map(([found]) => found).toSorted();

const sources = globSync('**/*.{ts,tsx}', { cwd: app })
  .filter((file) => !/\.test\.ts$|\.gen\.ts$|^texts\//.test(file))
  .map((file) => readFileSync(app + file, 'utf8'));

/** Keys in a source file, or patterns for keys with a variable part. */
function keysIn(source: string): readonly RegExp[] {
  const plain = [...source.matchAll(/['"]([\w.-]+)['"]/g)].map(([, text = '']) => text);
  const made = [...source.matchAll(/`([\w.-]+\.\$\{[^`]*)`/g)].map(([, text = '']) => text);
  const escape = (text: string): string => text.replaceAll(/[.*+?^()|[\]\\]/g, '\\$&');
  return [
    ...plain.map((text) => `^${escape(text)}$`),
    ...made.map(
      (text) =>
        `^${text
          .split(/\$\{[^}]*\}/)
          .map(escape)
          .join('[\\w.-]+')}$`,
    ),
  ].map((pattern) => new RegExp(pattern));
}

function isNamespaceOf(source: string, namespace: string): boolean {
  const constant = namespace.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return source.includes(`${constant}Texts`) || source.includes(`<'${namespace}'>`);
}

it('[console.languages] each file of texts exists in both languages', () => {
  expect(namespacesOf('zh').toSorted()).toEqual([...namespaces, ...chineseOnly].toSorted());
});

describe.each(namespaces)('[console.languages] the texts of %s', (namespace) => {
  const [en, zh] = [readTexts('en', namespace), readTexts('zh', namespace)];
  const keys = Object.keys(en);

  it('have the same keys in both languages; Chinese has one plural form', () => {
    expect(Object.keys(zh)).toEqual(keys.filter((key) => !key.endsWith('_one')));
  });

  it('have each plural form', () => {
    const stems = new Set(keys.flatMap((key) => /^(.+)_(?:one|other)$/.exec(key)?.[1] ?? []));
    const forms = [...stems].flatMap((stem) => [`${stem}_one`, `${stem}_other`]);
    expect(forms.filter((key) => !keys.includes(key))).toEqual([]);
  });

  it('have the same placeholders in both languages', () => {
    const differing = Object.keys(zh).filter(
      (key) => placeholdersOf(zh[key] ?? '').join() !== placeholdersOf(en[key] ?? '').join(),
    );
    expect(differing).toEqual([]);
  });

  it('are translated', () => {
    const hasWords = (text: string): boolean => /\p{L}/u.test(text) && !names.has(text);
    const untranslated = Object.keys(zh).filter(
      (key) => zh[key] === en[key] && hasWords((zh[key] ?? '').replaceAll(/\{\{\w+\}\}| /g, '')),
    );
    expect(untranslated).toEqual([]);
  });

  it('are all used', () => {
    const used = sources
      .filter((source) => isNamespaceOf(source, namespace))
      .flatMap((source) => keysIn(source));
    const stems = keys.map((key) => key.replace(/_(?:one|other)$/, ''));
    const unused = stems.filter((key) => !used.some((pattern) => pattern.test(key)));
    expect(unused).toEqual([]);
  });

  it('get a value for each placeholder where their key is written out', () => {
    const own = sources.filter((source) => isNamespaceOf(source, namespace));
    const lacking = keys.flatMap((key) => {
      const stem = key.replace(/_(?:one|other)$/, '');
      const users = own.filter((source) => source.includes(`'${stem}'`));
      const placeholders = [...(en[key] ?? '').matchAll(/\{\{(\w+)\}\}/g)];
      return placeholders
        .map(([, name = '']) => new RegExp(`\\b${name}(?:[,:]| \\})`))
        .filter((value) => users.length > 0 && !users.some((user) => value.test(user)))
        .map((value) => `${key} ${value.source}`);
    });
    expect(lacking).toEqual([]);
  });

  it('call a provider and a video by one word each', () => {
    const words = Object.values(en).map((text) => text.replaceAll(/\{\{\w+\}\}/g, ''));
    expect(words.filter((text) => /upstream|\bfilms?\b/i.test(text))).toEqual([]);
    expect(Object.values(zh).filter((text) => /上游|影片/u.test(text))).toEqual([]);
  });
});
