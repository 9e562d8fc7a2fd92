import { createHash } from 'node:crypto';
import { defaultCatalog } from '@filmgate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offered } from '../../../test/doubles/offered.ts';
import { decodeWorkbenchJob } from './job-creation.ts';

const rules = {
  catalog: defaultCatalog,
  digest: {
    sha256: (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex'),
  },
  dataUrlBytes: 1000,
};
const body = {
  id: 'ui-b41f7a0e-5d0a-4a70-9f43-0d1f1b6c9a55',
  model: 'vidA-fast-4s-16x9-720p',
  prompt: 'a cat',
};

function decode(changes: object = {}) {
  return offered(decodeWorkbenchJob({ ...body, ...changes }, rules));
}

function contentOf(changes: object = {}) {
  const decoded = decode(changes);
  if (decoded.kind === 'refused') throw new Error(decoded.failure.message);
  return decoded.content;
}

describe('a creation at the workbench', () => {
  it('[workbench.create.first-202] uses the model’s values for everything but the prompt', () => {
    expect(decode()).toMatchObject({
      kind: 'decoded',
      id: body.id,
      account: null,
      draft: {
        model: body.model,
        family: 'vidA-fast',
        mediaType: 'video',
        durationSeconds: 4,
        aspectRatio: '16:9',
        aspectSource: 'model',
        resolution: '720p',
        generateAudio: false,
        references: [],
      },
    });
  });

  it('[workbench.create.replay] is an equal request with or without the values that the model fixes', () => {
    const said = { aspect_ratio: '16:9', resolution: '720p', duration: 4, generate_audio: false };
    const nothing = {
      aspect_ratio: null,
      resolution: null,
      duration: null,
      generate_audio: null,
      account: null,
      negative_prompt: null,
      reference_images: null,
    };
    expect(contentOf(said)).toEqual(contentOf());
    expect(contentOf(nothing)).toEqual(contentOf());
    expect(contentOf({ account: 'somebody' })).toEqual(contentOf());
    expect(contentOf({ reference_images: [] })).toEqual(contentOf());
  });

  it('[workbench.create.conflict] says something else with another prompt, audio option, or image', () => {
    const others = [
      { prompt: 'a dog' },
      { generate_audio: true },
      { negative_prompt: 'dogs' },
      { reference_images: ['https://example.com/a.png'] },
      { model: 'vidA-fast-6s-16x9-720p' },
    ];
    for (const other of others) expect(contentOf(other)).not.toEqual(contentOf());
  });

  it.each([
    [{ account: 'auto' }, null],
    [{ account: '' }, null],
    [{ account: 'Auto' }, 'Auto'],
    [{ account: 'acc_1' }, 'acc_1'],
  ])('[workbench.account] reads %j', (changes, account) => {
    expect(decode(changes)).toMatchObject({ account });
  });

  it.each([
    'UI-0f0f0f0f-0000-4000-8000-000000000001',
    '0f0f0f0f-0000-4000-8000-000000000001',
    'ui-0f0f0f0f-0000-4000-8000-00000000000',
    'ui-0f0f0f0f-0000-4000-8000-000000000001\n',
    'ui-0g0f0f0f-0000-4000-8000-000000000001',
  ])('[workbench.create.fields] refuses the id %j', (id) => {
    expect(decode({ id })).toMatchObject({ kind: 'refused', failure: { param: 'id' } });
  });

  it('[workbench.create.fields] reports the first wrong field in the order of the table', () => {
    const wrong = {
      id: 'x',
      account: 7,
      model: 'x',
      aspect_ratio: 'x',
      resolution: 'x',
      duration: 1,
      generate_audio: 'x',
      prompt: '',
      reference_images: 'x',
    };
    const right = {
      ...body,
      account: 'auto',
      aspect_ratio: '16:9',
      resolution: '720p',
      duration: 4,
      generate_audio: false,
    };
    const order = Object.keys(wrong);
    const reported = order.map((_name, index) => {
      const corrected = Object.entries(right).filter(([name]) => order.indexOf(name) < index);
      const decoded = decodeWorkbenchJob({ ...wrong, ...Object.fromEntries(corrected) }, rules);
      return decoded.kind === 'refused' ? decoded.failure.param : 'nothing';
    });
    expect(reported).toEqual(order);
  });

  it('[workbench.create.bodies] is decoded or refused, whatever is sent', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(['decoded', 'refused']).toContain(decodeWorkbenchJob(value, rules).kind);
      }),
    );
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.keys(body), 'duration'), fc.jsonValue()),
        (changes) => {
          expect(['decoded', 'refused']).toContain(decode(changes).kind);
        },
      ),
    );
  });
});
