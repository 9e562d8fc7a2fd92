import { describe, expect, it } from 'vitest';
import { defaultCatalog } from '../../model/default-catalog.ts';
import type { ModelCatalog } from '../../model/model-catalog.ts';
import { checkAcceptCommand } from './check-accept-command.ts';
import { checkDraft } from './check-draft.ts';

const draft = {
  model: 'vidA-4s-16x9-720p',
  family: 'vidA',
  mediaType: 'video',
  prompt: 'A boat',
  negativePrompt: null,
  durationSeconds: 4,
  aspectRatio: '16:9',
  aspectSource: 'model',
  resolution: '720p',
  generateAudio: true,
  references: [],
};

const command = {
  owner: 'user:a',
  surface: 'native',
  jobId: 'vj_1',
  idempotency: { scope: 'user:a/films', key: 'k' },
  content: { prompt: 'A boat' },
  draft,
  warnings: [],
  whenAccountUnavailable: 'refuse',
};

const picture = {
  param: 'images[0]',
  role: 'first_frame',
  kind: 'image',
  source: { kind: 'asset', assetId: 'as_1' },
};

const check = (given: unknown, catalog: ModelCatalog = defaultCatalog) => {
  const checked = checkAcceptCommand(given);
  if (checked.kind === 'invalid-request') return checked;
  return checkDraft(checked.command.draft, catalog) ?? checked;
};
const withDraft = (change: object) => check({ ...command, draft: { ...draft, ...change } });
const image = { model: 'imgA-1x1-1k', family: 'imgA', mediaType: 'image', aspectRatio: '1:1' };
const stills = { ...image, resolution: '1k', generateAudio: false };

describe('checkAcceptCommand', () => {
  it('accepts what the catalog offers, as a copy', () => {
    const checked = check(command);
    expect(checked).toEqual({ kind: 'checked', command });
    expect(checked.kind === 'checked' && checked.command).not.toBe(command);
  });

  it('accepts a missing optional part given as undefined', () => {
    expect(withDraft({ pinnedAccountId: undefined })).toEqual({ kind: 'checked', command });
  });

  it.each<[object, string]>([
    [{ negativePrompt: undefined }, 'draft.negativePrompt'],
    [{ negativePrompt: 7 }, 'draft.negativePrompt'],
    [{ negativePrompt: '' }, 'draft.negativePrompt'],
    [{ negativePrompt: 'x'.repeat(20_001) }, 'draft.negativePrompt'],
    [
      { model: 'vidB-4s-16x9-720p', family: 'vidB', negativePrompt: 'rain' },
      'draft.negativePrompt',
    ],
    [{ generateAudio: 'yes' }, 'draft.generateAudio'],
    [{ model: 'vidD-6s-16x9-720p', family: 'vidD', durationSeconds: 6 }, 'draft.generateAudio'],
    [{ aspectRatio: '5:4' }, 'draft.aspectRatio'],
    [{ aspectRatio: '1:1' }, 'draft.aspectRatio'],
    [{ resolution: '480p' }, 'draft.resolution'],
    [{ durationSeconds: 5.5 }, 'draft.durationSeconds'],
    [{ durationSeconds: '4' }, 'draft.durationSeconds'],
    [{ durationSeconds: Number.NaN }, 'draft.durationSeconds'],
    [{ durationSeconds: null }, 'draft.durationSeconds'],
    [{ ...stills, durationSeconds: 4 }, 'draft.durationSeconds'],
    [{ durationSeconds: 6 }, 'draft.model'],
    [{ model: 'nothing' }, 'draft.model'],
    [{ model: 'vidA' }, 'draft.model'],
    [{ model: 'std-2.0' }, 'draft.model'],
    [{ family: 'vidB' }, 'draft.family'],
    [{ mediaType: 'image' }, 'draft.mediaType'],
    [{ prompt: '' }, 'draft.prompt'],
    [{ prompt: ' \n' }, 'draft.prompt'],
    [{ prompt: 'x'.repeat(20_001) }, 'draft.prompt'],
    [{ prompt: 'half \ud83c' }, 'draft.prompt'],
    [{ aspectSource: 'guess' }, 'draft.aspectSource'],
    [{ pinnedAccountId: '' }, 'draft.pinnedAccountId'],
    [{ pinnedAccountId: null }, 'draft.pinnedAccountId'],
    [{ pinnedAcount: 'a' }, 'draft.pinnedAcount'],
    [{ references: {} }, 'draft.references'],
    [{ references: [picture, picture] }, 'draft.references'],
    [
      { model: 'vidA-ref-8s-16x9-720p', family: 'vidA-ref', durationSeconds: 8 },
      'draft.references',
    ],
    [{ references: [{ ...picture, param: '' }] }, 'draft.references[0].param'],
    [{ references: [{ ...picture, kind: 'video' }] }, 'images[0]'],
    [{ references: [{ ...picture, role: 'last_frame' }] }, 'images[0]'],
    [{ references: [{ ...picture, source: { kind: 'url', url: 'file:///etc' } }] }, 'images[0]'],
    [{ references: [{ ...picture, source: { kind: 'bytes', bytes: [1] } }] }, 'images[0]'],
    [{ references: [{ ...picture, source: null }] }, 'images[0]'],
  ])('[accepted.checked] refuses a draft with %j', (change, param) => {
    expect(withDraft(change)).toMatchObject({ kind: 'invalid-request', param });
  });

  it.each<[object, string]>([
    [{ owner: '' }, 'owner'],
    [{ owner: 'a\nb' }, 'owner'],
    [{ owner: 'x'.repeat(257) }, 'owner'],
    [{ surface: 'Elsewhere' }, 'surface'],
    [{ surface: '' }, 'surface'],
    [{ surface: 'a'.repeat(33) }, 'surface'],
    [{ jobId: '' }, 'jobId'],
    [{ jobId: 'a/b' }, 'jobId'],
    [{ jobId: 'x'.repeat(129) }, 'jobId'],
    [{ idempotency: undefined }, 'idempotency'],
    [{ idempotency: { scope: 'a', key: '\ud83c' } }, 'idempotency.key'],
    [{ content: undefined }, 'content'],
    [{ content: { bytes: Uint8Array.of(1) } }, 'content'],
    [{ content: { at: new Date(0) } }, 'content.at'],
    [{ warnings: [{ param: 'a' }] }, 'warnings[0].message'],
    [{ warnings: [{ param: 'a', message: 'x'.repeat(2_049) }] }, 'warnings[0].message'],
    [{ whenAccountUnavailable: 'never' }, 'whenAccountUnavailable'],
    [{ draft: null }, 'draft'],
  ])('[accepted.checked] refuses a command with %j', (change, param) => {
    const checked = check({ ...command, ...change });
    expect(checked).toMatchObject({ kind: 'invalid-request', param });
    expect(checked.kind === 'invalid-request' && checked.message).toMatch(/ must .+\.$/);
  });

  it('[accepted.checked] names the field and the limit', () => {
    expect(withDraft({ prompt: 'x'.repeat(20_001) })).toMatchObject({
      message: 'draft.prompt must have at most 20000 characters; it has 20001.',
    });
    expect(withDraft({ durationSeconds: 5.5 })).toMatchObject({
      message: 'draft.durationSeconds must be one of 4, 6, 8 for vidA.',
    });
    expect(
      withDraft({ references: [{ ...picture, source: { kind: 'url', url: 'x' } }] }),
    ).toMatchObject({
      message: 'images[0].source.url must be an http or https URL of at most 16384 characters.',
    });
  });

  it.each([[undefined], [null], [7], ['accept'], [[]], [() => command], [new Proxy({}, {})]])(
    '[accepted.never-throws] refuses %j for a command',
    (given) => {
      expect(check(given).kind).toBe('invalid-request');
    },
  );

  it("accepts what an operator's own catalog offers", () => {
    const [family] = defaultCatalog.families.filter(({ id }) => id === 'vidA');
    const families = family === undefined ? [] : [{ ...family, audio: 'always' } as const];
    const catalog = { families, aliases: {} };
    expect(check(command, catalog).kind).toBe('checked');
    const silent = { ...command, draft: { ...draft, generateAudio: false } };
    expect(check(silent, catalog)).toMatchObject({ param: 'draft.generateAudio' });
  });
});
