import { type CostUnit, decimalsOfUnit, referenceRoles } from '@filmgate/core';
import { findsBy } from '../../src/engine/find-task.ts';
import type { OfferedFamily } from '../../src/engine/provider-description.ts';
import type { ModelFacts, ProviderDescription } from '../../src/engine/provider-description.ts';
import type { VideoModelFacts } from '../../src/models/video-model.ts';

/** Returns the tables of one description, as its document shows them, by name. */
function tablesOf(description: ProviderDescription): { readonly [of: string]: string } {
  const { endpoints, models, families = [], refusals, unit } = description;
  const areImages = families.length > 0 && families.every(({ mediaType }) => mediaType === 'image');
  const per = areImages ? 'per image' : 'per second';
  return {
    endpoints: table(
      ['Endpoint', 'Origin', `Further hosts of ${areImages ? 'images' : 'videos'}`],
      Object.entries(endpoints).map(([id, { baseUrl, resultHosts }]) => [
        code(id),
        code(baseUrl),
        resultHosts.map(code).join(', '),
      ]),
    ),
    models: table(
      ['Model', 'Seconds', 'Aspects', 'Resolutions', 'Sound', 'References', 'Source', 'Read'],
      models.filter(isVideoModel).map(modelRow),
    ),
    families: table(
      ['Family', 'Model', `Credits ${per}`, `Cost ${per} (${unit})`, 'Source', 'Read'],
      families.map((family) => familyRow(family, unit)),
    ),
    refusals: table(
      ['Status', 'Code', 'Meaning', 'Affects', 'Source', 'Read'],
      refusals.map(({ status, code: name, kind, scope, source, read }) => [
        String(status),
        name === null ? 'any' : code(name),
        code(kind),
        scope,
        source,
        read,
      ]),
    ),
  };
}

const findsWords = {
  'own-key': 'collected by its key',
  'own-id': 'found by its own id',
  mark: 'found by its mark in the list, otherwise resolved by an operator',
  list: 'found in the list if the key is exclusive, otherwise resolved by an operator',
  notice: 'found by the notice of the provider',
  none: 'resolved by an operator',
} as const;

/** Returns the table of the guarantees of each protocol, side by side. */
function promisedTable(descriptions: { readonly [name: string]: ProviderDescription }): string {
  return table(
    ['Protocol', 'After a lost response', 'With notices', 'Charges', 'Unit', 'Work belongs to'],
    Object.entries(descriptions).map(([name, description]) => [
      code(name),
      findsWords[findsBy(description, false)],
      description.notice === undefined ? 'no notices' : findsWords[findsBy(description, true)],
      description.charges === 'success' ? 'for finished videos' : 'at acceptance',
      code(description.unit),
      `the ${description.handlesBelongTo}`,
    ]),
  );
}

function isVideoModel(facts: ModelFacts): facts is VideoModelFacts {
  return 'durationsSeconds' in facts;
}

function modelRow(facts: VideoModelFacts): readonly string[] {
  const { model, durationsSeconds, aspectRatios, resolutions, audio, source, read } = facts;
  const references = referenceRoles
    .filter((role) => facts.references[role] !== undefined)
    .map((role) => `${facts.references[role]} × ${code(role)}`);
  return [
    code(model),
    ranges(durationsSeconds),
    aspectRatios.join(' '),
    resolutions.join(' '),
    audio,
    references.length === 0 ? 'none' : references.join(', '),
    source,
    read,
  ];
}

function familyRow(family: OfferedFamily, unit: CostUnit): readonly string[] {
  const { id, model, creditsPerSecond, route, source, read } = family;
  const names = typeof model === 'string' ? [model] : Object.values(model);
  const decimals = decimalsOfUnit[unit];
  const { perSecond = {}, each } = route.cost ?? {};
  const ofEach = each === undefined ? [] : [['each', each] as const];
  const cost = [...Object.entries(perSecond), ...ofEach].map(
    ([resolution, amount]) => [resolution, amount / 10 ** decimals] as const,
  );
  return [
    code(id),
    names.map(code).join(', '),
    amounts(Object.entries(creditsPerSecond)),
    cost.length === 0 ? 'not known' : amounts(cost),
    source,
    read,
  ];
}

function amounts(byResolution: readonly (readonly [string, number])[]): string {
  return byResolution.map(([resolution, amount]) => `${resolution} ${amount}`).join(', ');
}

/** Formats numbers as `3–15`, or each number if one is missing. */
function ranges(numbers: readonly number[]): string {
  const [first = 0] = numbers;
  const isWhole = numbers.length > 2 && numbers.every((number, index) => number === first + index);
  return isWhole ? `${first}–${numbers.at(-1)}` : numbers.join(', ');
}

function code(text: string): string {
  return `\`${text}\``;
}

/** Returns nothing without rows. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  return [heads, heads.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

const marked = /<!-- table (?<name>[a-z -]+) -->\n.*?<!-- end of table -->/gs;

/**
 * Rewrites each marked table of a document: `<!-- table kling refusals -->` is the table `refusals` of `kling`. A table
 * equal to one that is shown may be left out.
 *
 * @throws Error when the document marks an unknown table, or lacks one
 */
export function withTables(
  document: string,
  descriptions: { readonly [name: string]: ProviderDescription },
): string {
  const tables = new Map<string, string>(
    Object.entries(descriptions).flatMap(([name, description]) =>
      Object.entries(tablesOf(description))
        .filter(([, text]) => text !== '')
        .map(([of, text]) => [`${name} ${of}`, text] as const),
    ),
  );
  const promised = promisedTable(descriptions);
  if (promised !== '') tables.set('promised where', promised);
  const shown = new Set<string>();
  const written = document.replaceAll(marked, (_, name: string) => {
    const text = tables.get(name);
    if (text === undefined) throw new Error(`There is no table ${name}.`);
    shown.add(text);
    return `<!-- table ${name} -->\n\n${text}\n\n<!-- end of table -->`;
  });
  const missing = [...tables].filter(([, text]) => !shown.has(text)).map(([name]) => name);
  if (missing.length > 0) throw new Error(`The document lacks: ${missing.join(', ')}.`);
  return written;
}
