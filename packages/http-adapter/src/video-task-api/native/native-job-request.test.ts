import { fc, test } from '@fast-check/vitest';
import { defaultCatalog } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import type { DecodedRequest } from '../request-fields.ts';
import { decodeNativeJobRequest } from './native-job-request.ts';

const rules = { catalog: defaultCatalog, pluginModel: 'vm_std-2.0' };
const decode = (body: object): DecodedRequest =>
  decodeNativeJobRequest({ plugin: 'std', prompt: 'a cat', ...body }, rules);

describe('decodeNativeJobRequest', () => {
  it('fills in the defaults', () => {
    expect(decode({})).toMatchObject({
      kind: 'decoded',
      draft: {
        model: 'vm_std-2.0',
        durationSeconds: 5,
        resolution: '1080p',
        aspectRatio: '16:9',
        generateAudio: true,
        references: [],
      },
      warnings: [],
    });
  });

  it('reads options by the rules of tasks', () => {
    const options = {
      seconds: '8',
      resolution: '720p',
      aspectRatio: '9:16',
      generateAudio: 'false',
    };
    expect(decode({ options })).toMatchObject({
      draft: {
        durationSeconds: 8,
        resolution: '720p',
        aspectRatio: '9:16',
        aspectSource: 'explicit',
        generateAudio: false,
      },
    });
  });

  it('uses every image, and media by their kind', () => {
    const references = ['image', 'image', 'video', 'audio'].map((kind, at) => ({
      assetId: `as_${at}`,
      kind,
    }));
    const decoded = decode({ references });
    const roles =
      decoded.kind === 'decoded' ? decoded.draft.references.map(({ role }) => role) : [];
    expect(roles).toEqual(['first_frame', 'last_frame', 'reference_video', 'reference_audio']);
  });

  it.each([
    [{ plugin: 'other' }, 'plugin-invalid', 'plugin'],
    [{ plugin: undefined }, 'plugin-invalid', 'plugin'],
    [{ plugin: 7, prompt: '' }, 'plugin-invalid', 'plugin'],
    [{ prompt: '' }, 'payload-invalid', 'prompt'],
    [{ prompt: undefined }, 'payload-invalid', 'prompt'],
    [{ references: {} }, 'payload-invalid', 'references'],
    [{ references: [null] }, 'payload-invalid', 'references[0]'],
    [{ references: [{ assetId: 'a' }] }, 'payload-invalid', 'references[0]'],
    [{ references: [{ assetId: 'a', kind: 'text' }] }, 'payload-invalid', 'references[0]'],
    [
      { references: [{ assetId: 'a', kind: 'image', role: 'x' }] },
      'payload-invalid',
      'references[0]',
    ],
    [
      { references: Array.from({ length: 10 }, () => ({ assetId: 'a', kind: 'image' })) },
      'payload-invalid',
      'references',
    ],
    [{ options: [] }, 'payload-invalid', 'options'],
    [{ options: { seconds: 4 } }, 'payload-invalid', 'options.seconds'],
    [{ options: { resolution: '480p' } }, 'payload-invalid', 'options.resolution'],
    [{ options: { aspectRatio: '4:3' } }, 'payload-invalid', 'options.aspectRatio'],
    [{ options: { generateAudio: 1 } }, 'payload-invalid', 'options.generateAudio'],
    [{ options: { aspect_ratio: '16:9' } }, 'payload-invalid', 'options.aspect_ratio'],
    [{ seconds: 8 }, 'payload-invalid', 'seconds'],
  ])('%j is %s', (body, kind, param) => {
    expect(decode(body)).toMatchObject({ kind: 'refused', failure: { kind, param } });
  });

  it('reads absent references as none', () => {
    const [absent, none] = [decode({}), decode({ references: [] })];
    expect(absent.kind === 'decoded' && absent.content).toEqual(
      none.kind === 'decoded' && none.content,
    );
  });

  test.prop([fc.anything()])('never throws', (body) => {
    expect(['decoded', 'refused']).toContain(decodeNativeJobRequest(body, rules).kind);
  });
});
