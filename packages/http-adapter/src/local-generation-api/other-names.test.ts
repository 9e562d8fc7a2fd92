import { defaultCatalog } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import {
  chatRules,
  decoded,
  fast,
  png,
  refusal,
  text,
  user,
} from '../../test/doubles/chat-bodies.ts';
import { offered } from '../../test/doubles/offered.ts';
import { decodeImageRequest } from '../generations/image-request.ts';
import { decodeWorkbenchJob } from './workbench/job-creation.ts';

describe('a chat with names of other services', () => {
  it.each([
    [{ image: png }, 'image'],
    [{ images: [png] }, 'images'],
    [{ image_url: png }, 'image_url'],
    [{ first_frame: png }, 'first_frame'],
    [{ last_frame: png }, 'last_frame'],
    [{ reference_images: [png] }, 'reference_images'],
    [{ input_image: { file_id: 'as_1' } }, 'input_image'],
    [{ anything: { of: [png] } }, 'anything'],
    [{ messages: [{ ...user('a fox'), images: ['iVBORw0KGgo='] }] }, 'messages[0].images'],
    [{ duration: 8 }, 'duration'],
    [{ ratio: '9:16' }, 'ratio'],
    [{ resolution: '1080p' }, 'resolution'],
    [{ n: 2 }, 'n'],
    [{ response_format: { type: 'json_object' } }, 'response_format'],
    [{ modalities: ['text', 'audio'] }, 'modalities'],
    [{ generateAudio: true }, 'generateAudio'],
  ])('[local.fields.other-names] refuses %j', (fields, param) => {
    expect(refusal(fields)).toMatchObject({ param });
  });

  it.each([
    { duration: 4, ratio: '16:9', resolution: '720p' },
    { aspect_ratio: '16x9', n: 1 },
    { response_format: { type: 'text' }, modalities: ['text'] },
    { seconds: 99, size: '1x1', temperature: 1, top_p: 1, tools: [] },
  ])('[local.fields.other-names] takes %j, which asks for what is made anyway', (fields) => {
    expect(decoded({ prompt: 'a fox', ...fields }).draft.durationSeconds).toBe(4);
  });

  it('[local.fields.other-names] says where a picture belongs', () => {
    expect(refusal({ image: png }).message).toContain('image_url');
    expect(refusal({ messages: [user([text('a fox')])], image: png }).message).toContain('message');
  });

  it.each([{ prompt: 'a\0b' }, { messages: [user('a\0b')] }, { negative_prompt: 'a\0b' }])(
    '[local.prompt.sendable] refuses %j',
    (fields) => {
      expect(refusal(fields).message).toContain('U+0000');
    },
  );
});

describe('a call of the image endpoint with names of other services', () => {
  const rules = {
    ...chatRules,
    surface: 'local' as const,
    catalog: defaultCatalog,
    mostImagesAtOnce: 4,
  };
  const call = { model: 'imgA-1x1-1k', prompt: 'a boat' };
  const decode = (fields: object) => offered(decodeImageRequest({ ...call, ...fields }, rules));

  it.each([
    [{ stream: true }, 'stream'],
    [{ partial_images: 2 }, 'partial_images'],
    [{ image: png }, 'image'],
    [{ mask: png }, 'mask'],
    [{ output_format: 'webp' }, 'output_format'],
    [{ background: 'transparent' }, 'background'],
    [{ width: 512 }, 'width'],
    [{ num_images: 3 }, 'num_images'],
    [{ quality: 'high' }, 'quality'],
    [{ input_fidelity: 'high' }, 'input_fidelity'],
    [{ output_compression: 40 }, 'output_compression'],
  ])('[local.fields.other-names] refuses %j before anything is ordered', (fields, param) => {
    expect(decode(fields)).toMatchObject({ kind: 'refused', failure: { param } });
  });

  it.each([
    { stream: false, partial_images: 0 },
    { output_format: 'png', background: 'auto' },
    { size: '512x512', quality: 'auto', style: 'vivid', user: 'u' },
  ])('[local.fields.other-names] takes %j', (fields) => {
    expect(decode(fields)).toMatchObject({ kind: 'decoded', count: 1 });
  });
});

describe('a creation at the workbench with names of other services', () => {
  const body = { id: 'ui-01234567-89ab-4cde-8f01-23456789abcd', model: fast, prompt: 'a fox' };
  const decode = (fields: object) => offered(decodeWorkbenchJob({ ...body, ...fields }, chatRules));

  it.each([
    [{ images: [png] }, 'images'],
    [{ image_url: png }, 'image_url'],
    [{ seconds: 8 }, 'seconds'],
    [{ ratio: '9:16' }, 'ratio'],
    [{ n: 2 }, 'n'],
    [{ prompt: 'a\0b' }, 'prompt'],
  ])('[local.fields.other-names][local.prompt.sendable] refuses %j', (fields, param) => {
    expect(decode(fields)).toMatchObject({ kind: 'refused', failure: { param } });
  });

  it('[local.fields.other-names] accepts repeated equal values', () => {
    expect(decode({ seconds: 4, ratio: '16:9', n: 1 }).kind).toBe('decoded');
  });
});
