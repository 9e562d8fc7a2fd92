import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { google } from '../../../src/google/index.ts';

const { poll, readAcceptance, probe, naming } = google.describe({});
const task = 'v1_ChdPU0Z4YWFtNkFwS2kxZThQZ05lbXdROBIX';
const file = 'https://generativelanguage.googleapis.com/v1beta/files/f1:download?alt=media';
const call = { path: '/v1beta/interactions', body: { kind: 'json', value: {} } } as const;
const part = { type: 'video', mime_type: 'video/mp4', uri: file };
type Fields = { readonly [field: string]: JsonValue };

function response(body: JsonValue, status = 200) {
  return { status, body };
}

/** An ended interaction, as the quickstart of google-gemini/cookbook shows one. */
function ended(content: JsonValue, fields: Fields = {}) {
  const steps = [
    { type: 'thought', signature: 'Epc', content: [] },
    { type: 'model_output', content },
  ];
  return response({
    id: task,
    model: 'gemini-omni-1.1-flash',
    status: 'completed',
    steps,
    ...fields,
  });
}

const videoUsage = (tokens: JsonValue, fields: Fields = {}) => ({
  output_tokens_by_modality: [{ modality: 'video', tokens }],
  ...fields,
});

describe('a read of an interaction', () => {
  it('[providers.google.reads] asks for the interaction by its id, with a video inside if need be', () => {
    expect(poll.request('a/b')).toEqual({
      path: '/v1beta/interactions/a%2Fb',
      largest: 33_554_432,
    });
  });

  it.each(['queued', 'in_progress', 'IN_PROGRESS'])(
    '[providers.google.reads] %s is pending',
    (status) => {
      expect(poll.read(response({ id: task, status }), task)).toEqual({
        kind: 'pending',
        progress: null,
      });
    },
  );

  it('[providers.google.reads] completed names the file, kept for two days', () => {
    const updated = '2026-11-30T09:16:00Z';
    expect(poll.read(ended([part], { updated }), task)).toEqual({
      kind: 'succeeded',
      output: { kind: 'foreign', at: file, keptUntil: Date.UTC(2026, 11, 2, 9, 16) },
    });
  });

  it.each([
    ['the last video', [part, { ...part, uri: `${file}&v=2` }], `${file}&v=2`],
    ['beside a text', [{ type: 'text', text: 'Here it is.' }, part], file],
    [
      'a file without the media',
      [{ ...part, uri: 'https://g/v1beta/files/f1' }],
      'https://g/v1beta/files/f1?alt=media',
    ],
    ['with another parameter', [{ ...part, uri: 'https://g/f?a=1' }], 'https://g/f?a=1&alt=media'],
  ])('[providers.google.reads] completed with %s is its file', (_name, content, at) => {
    const output = { kind: 'foreign', at };
    expect(poll.read(ended(content), task)).toEqual({ kind: 'succeeded', output });
  });

  it('[providers.google.reads] completed may have the bytes in place of a file, as Google’s page says', () => {
    const inside = { type: 'video', mime_type: 'video/mp4', data: 'AAAAIGZ0eXA=' };
    expect(poll.read(ended([inside], { updated: '2026-11-30T09:16:00Z' }), task)).toEqual({
      kind: 'succeeded',
      output: { kind: 'inline', at: 'AAAAIGZ0eXA=' },
    });
  });

  it('[providers.google.reads] incomplete with a video is the video', () => {
    expect(poll.read(ended([part], { status: 'incomplete' }), task)).toMatchObject({
      kind: 'succeeded',
    });
  });

  it('[providers.google.reads] another id is the interaction’s own', () => {
    expect(poll.read(ended([part], { id: 'v1_other' }), task)).toMatchObject({
      namedAs: 'v1_other',
    });
  });

  it.each([
    ended([]),
    ended([{ type: 'video', mime_type: 'video/mp4' }]),
    ended([{ type: 'image', uri: file }]),
    ended('video'),
    ended([part], { steps: [{ type: 'user_input', content: [part] }] }),
    ended([part], { steps: null }),
    ended([{ type: 'text', text: 'Here it is.' }], { usage: videoUsage(5_792) }),
  ])('[providers.google.reads] completed as %j says nothing', (said) => {
    expect(poll.read(said, task)).toMatchObject({ kind: 'unclear' });
  });

  const refusal = [{ type: 'text', text: 'I cannot make this video.' }];
  it.each([
    [{}, 'unknown'],
    [{ usage: { total_input_tokens: 40, output_tokens_by_modality: [] } }, 'charged'],
    [{ usage: { output_tokens_by_modality: [] } }, 'not-charged'],
  ])(
    '[providers.google.filtered] a text in place of the video with %j is a failure by policy, %s',
    (fields, charge) => {
      expect(poll.read(ended(refusal, fields), task)).toMatchObject({
        kind: 'failed',
        error: { kind: 'policy', charge, detail: 'I cannot make this video.' },
      });
    },
  );

  it.each([
    [
      'failed',
      { errors: [{ code: 13, message: 'Video generation failed.' }] },
      'internal',
      'Video generation failed.',
    ],
    [
      'failed',
      { errors: [{ code: 3, message: 'Blocked by safety settings.' }] },
      'policy',
      'Blocked by safety settings.',
    ],
    ['failed', {}, 'internal', 'interaction failed'],
    ['cancelled', {}, 'internal', 'interaction cancelled'],
    ['incomplete', { steps: [] }, 'internal', 'interaction incomplete'],
    ['budget_exceeded', { steps: [] }, 'internal', 'interaction budget_exceeded'],
  ])('[providers.google.reads] %s with %j is a failure: %s', (status, fields, kind, detail) => {
    expect(poll.read(response({ id: task, status, ...fields }), task)).toEqual({
      kind: 'failed',
      error: { kind, charge: 'unknown', detail },
    });
  });

  it.each([
    response({ error: { code: 'not_found', message: 'm' } }, 404),
    response({ error: { code: 404, message: 'm', status: 'NOT_FOUND' } }, 404),
    response([{ error: { code: 404, message: 'm', status: 'NOT_FOUND' } }], 404),
  ])('[providers.google.reads] %j states that the interaction does not exist', (said) => {
    expect(poll.read(said, task)).toEqual({ kind: 'lost' });
  });

  it.each([
    response({ id: task, status: 'requires_action' }),
    response({ id: task, status: 'dreaming' }),
    response({ id: task }),
    response({ id: task, status: 'completed', steps: [] }, 500),
    response({ error: { code: 'not_found', message: 'm' } }),
    response({ error: { code: 'model_not_found', message: 'm' } }, 404),
    response({ error: 'no such page' }, 404),
    response({ error: { code: 400, message: 'Invalid name', status: 'INVALID_ARGUMENT' } }, 400),
    response({ error: { code: 'authentication', message: 'm' } }, 401),
    response({ error: { code: 'rate_limit_exceeded', message: 'm' } }, 429),
    response([]),
    response(null),
  ])('[providers.google.reads] %j says nothing of the interaction', (said) => {
    expect(poll.read(said, task)).toMatchObject({ kind: 'unclear' });
  });
});

describe('an accepted interaction', () => {
  it('[providers.google.reads] is its id', () => {
    const said = response({ id: task, status: 'in_progress', object: 'interaction' });
    expect(readAcceptance(said, call)).toBe(task);
    expect(readAcceptance(response({ id: task, error: { code: 'x', message: 'm' } }), call)).toBe(
      task,
    );
  });

  it.each([{}, { id: '' }, { name: task }, { error: { code: 'x', message: 'm' } }, [], null])(
    '[providers.google.reads] %j names none',
    (body) => {
      expect(readAcceptance(response(body), call)).toBeUndefined();
    },
  );

  it('[providers.google.reads] is named by a person by its id', () => {
    expect([naming?.taskOf(task, call), naming?.idOf(task)]).toEqual([task, task]);
    const said = ended([part], { created: '2026-11-30T09:15:00Z' });
    expect(naming?.facts(said, task)).toEqual({
      createdAt: Date.UTC(2026, 10, 30, 9, 15),
      reported: { model: 'gemini-omni-1.1-flash' },
    });
  });
});

describe('a probe of a Google account', () => {
  it.each([
    [response({ models: [{ name: 'models/gemini-omni-1.2-flash' }] }), 'ready'],
    [response({ models: [] }), 'ready'],
    [
      response(
        { error: { code: 400, status: 'INVALID_ARGUMENT', message: 'API key not valid.' } },
        400,
      ),
      'login-required',
    ],
    [
      response({ error: { code: 401, status: 'UNAUTHENTICATED', message: 'm' } }, 401),
      'login-required',
    ],
    [
      response({ error: { code: 400, status: 'INVALID_ARGUMENT', message: 'm' } }, 400),
      'unreadable',
    ],
    [
      response({ error: { code: 403, status: 'PERMISSION_DENIED', message: 'm' } }, 403),
      'unreadable',
    ],
    [response({ error: 'no' }, 401), 'unreadable'],
    [response({}), 'unreadable'],
    [response({ models: [] }, 503), 'unreadable'],
  ])('[providers.google.probe] %j is %s', (said, kind) => {
    expect(probe?.read(said)).toMatchObject({ kind });
  });
});
