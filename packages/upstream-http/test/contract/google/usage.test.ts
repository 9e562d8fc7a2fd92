import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { google } from '../../../src/google/index.ts';

const { poll } = google.describe({});
const task = 'v1_ChdPU0Z4YWFtNkFwS2kxZThQZ05lbXdROBIX';
const uri = 'https://generativelanguage.googleapis.com/v1beta/files/f1:download?alt=media';
type Fields = { readonly [field: string]: JsonValue };

const videoUsage = (tokens: JsonValue, fields: Fields = {}) => ({
  output_tokens_by_modality: [{ modality: 'video', tokens }],
  ...fields,
});

function ended(fields: Fields) {
  const steps = [{ type: 'model_output', content: [{ type: 'video', uri }] }];
  const body = { id: task, model: 'gemini-omni-1.1-flash', status: 'completed', steps, ...fields };
  return { status: 200, body };
}

describe('the tokens of an interaction', () => {
  const words = { modality: 'TEXT', tokens: 19 };
  it.each([
    ['gemini-omni-1.1-flash', videoUsage(57_920), 1_013_600],
    ['gemini-omni-1.2-flash', videoUsage(57_920), 695_040],
    ['models/gemini-omni-1.2-flash', videoUsage(1), 12],
    [
      'gemini-omni-1.2-flash',
      videoUsage(0, { total_input_tokens: 1, total_thought_tokens: 2 }),
      20,
    ],
    ['gemini-omni-1.1-flash', { output_tokens_by_modality: [words] }, 171],
  ])(
    '[providers.google.usage] of %s, %j, cost %d millionths of a dollar, rounded up',
    (model, usage, amount) => {
      const figures = expect.objectContaining({ input_tokens: expect.any(Number) });
      const said = poll.read(ended({ model, usage }), task);
      expect(said).toMatchObject({ kind: 'succeeded', usage: { unit: 'usd', amount, figures } });
    },
  );

  it('[providers.google.usage] of another model are only shown', () => {
    const said = poll.read(ended({ model: 'new', usage: videoUsage(9) }), task);
    expect(said).toMatchObject({
      effective: { input_tokens: 0, word_tokens: 0, media_tokens: 9 },
    });
    expect(said).not.toHaveProperty('usage');
  });

  it.each([
    9,
    { total_tokens: 57_920 },
    videoUsage(-1),
    videoUsage('57920'),
    videoUsage(1, { total_input_tokens: '12' }),
    videoUsage(1, { total_thought_tokens: 0.5 }),
    { output_tokens_by_modality: [{ tokens: 7 }] },
  ])('[providers.google.usage] %j is not counted, and named as unread', (usage) => {
    const said = poll.read(ended({ usage }), task);
    expect(said).not.toHaveProperty('usage');
    expect(said).toMatchObject({ kind: 'succeeded', unread: ['usage'] });
  });
});
