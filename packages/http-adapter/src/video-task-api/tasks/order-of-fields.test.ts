import { createHash } from 'node:crypto';
import { defaultCatalog } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { formFields, MultipartForm } from '../../http/multipart-body.ts';
import { nestFields } from '../../http/nested-fields.ts';
import { decodeTaskRequest } from './task-request.ts';

const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');
const rules = {
  catalog: defaultCatalog,
  defaultModel: 'vm_std-2.0',
  mostImages: 9,
  dataUrlBytes: 1000,
  digest: { sha256 },
};

/** Fields in the order of the contract's table, with invalid values for each; the model is checked before them all. */
const table: readonly (readonly [name: string, spelling: string, bad: readonly unknown[]])[] = [
  ['model', 'model', ['none', 5]],
  ['prompt', 'prompt', ['', ' ', 5, 'x'.repeat(20_001), '\ud800']],
  ['seconds', 'seconds', [4, 16, '5.5', 'five', {}]],
  ['resolution', 'resolution', ['8k', '480p', 1]],
  ['size', 'size', ['x', '0x0', '480p', 7, '1000x333', '4000x3000']],
  ['aspect_ratio', 'aspect_ratio', ['4:3', '21:9', 1, []]],
  ['aspect_ratio', 'aspectRatio', ['4:3', 'wide', 1]],
  ['frame_mode', 'frame_mode', ['none', 1]],
  ['generate_audio', 'generate_audio', ['loud', 2]],
  ['generate_audio', 'generateAudio', ['loud', 2]],
  ['images', 'images', [5, ['x'], [5], Array.from({ length: 10 }, () => 'https://a.example/')]],
];

const bads = table.flatMap(([field, name, values], path) =>
  values.map((value) => ({ field, name, value, path })),
);
const pairs = bads.flatMap((first) =>
  bads
    .filter(({ field, path }) => field !== first.field && path > first.path)
    .map((second) => ({ first, second })),
);

/** Returns the field an error names, by its first spelling. */
function namedBy(fields: unknown): string {
  const decoded = decodeTaskRequest(fields, rules);
  if (decoded.kind === 'decoded') return 'accepted';
  const [name = ''] = (decoded.failure.param ?? '').split(/[[.]/);
  return table.find(([, spelling]) => spelling === name)?.[0] ?? name;
}

const isText = ({ value }: { readonly value: unknown }): boolean =>
  typeof value === 'string' && value !== '';

describe('the order of fields', () => {
  it('[bodies.fields.order] of any two bad fields of a JSON body the first of the table is named', () => {
    for (const { first, second } of pairs) {
      const [one, other] = [{ [first.name]: first.value }, { [second.name]: second.value }];
      const body = { prompt: 'a fox', ...one, ...other };
      const turned = { ...other, prompt: 'a fox', ...one };
      const pair = `${first.name} ${JSON.stringify(first.value)} and ${second.name} ${JSON.stringify(second.value)}`;
      expect([pair, namedBy(body), namedBy(turned)]).toEqual([pair, first.field, first.field]);
    }
  });

  it('[bodies.fields.order] of any two bad fields of a form the first of the table is named', () => {
    for (const { first, second } of pairs.filter(
      (pair) => isText(pair.first) && isText(pair.second),
    )) {
      const entries = new Map([
        ['prompt', 'a fox'],
        [second.name, String(second.value)],
        [first.name, String(first.value)],
      ]);
      const nested = nestFields(entries);
      if (nested.kind !== 'nested') throw new Error('The names of the form cannot be read.');
      const pair = `${first.name} ${String(first.value)} and ${second.name} ${String(second.value)}`;
      expect([pair, namedBy(formFields(new MultipartForm(nested.fields)))]).toEqual([
        pair,
        first.field,
      ]);
    }
  });

  it('[bodies.fields.order] a size whose ratio is not used is not checked by it', () => {
    expect(namedBy({ prompt: 'a fox', size: '1000x333', aspect_ratio: '16:9' })).toBe('accepted');
    expect(namedBy({ prompt: 'a fox', size: '1000x333' })).toBe('size');
  });
});
