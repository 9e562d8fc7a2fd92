import { describe, expect, it } from 'vitest';
import { expectApiError } from './response.ts';
import { parked } from './prompts.ts';
import type { Task } from './shapes.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
const prompt = parked('a lighthouse');
const base = { prompt, resolution: '720p' } as const;

async function created(fields: object): Promise<Task> {
  return taskOf(await shared.tasks.create({ ...base, ...fields }));
}

async function refused(fields: object, param: string | RegExp): Promise<void> {
  const response = await shared.tasks.create({ ...base, ...fields });
  expectApiError(response, { status: 400, code: 'payload_invalid', param });
}

describe('seconds', () => {
  it.each([
    [5, 5],
    [6, 6],
    [14, 14],
    [15, 15],
    ['5', 5],
    ['8', 8],
    ['08', 8],
    ['008', 8],
    ['15', 15],
  ])(
    '[tasks.seconds.range][tasks.create.number-text][tasks.object.echo] %j is %i seconds',
    async (seconds, expected) => {
      expect((await created({ seconds })).seconds).toBe(expected);
    },
  );

  it.each([
    4,
    16,
    0,
    -5,
    5.5,
    1e9,
    '4',
    '16',
    '8.0',
    '5.5',
    '0008',
    ' 8',
    '8 ',
    '+8',
    '-8',
    '0x8',
    '8e0',
    '８',
    'five',
    '',
    true,
    [8],
    { value: 8 },
  ])(
    '[tasks.seconds.range][tasks.create.number-text][tasks.create.param] %j is refused',
    async (seconds) => {
      await refused({ seconds }, 'seconds');
    },
  );

  it.each([{}, { seconds: null }])(
    '[tasks.seconds.default][tasks.create.null-absent] %j means 5',
    async (fields) => {
      expect((await created(fields)).seconds).toBe(5);
    },
  );
});

describe('resolution', () => {
  it.each(['720p', '1080p'] as const)(
    '[tasks.resolution.values] %s is accepted',
    async (resolution) => {
      expect((await created({ resolution })).resolution).toBe(resolution);
    },
  );

  it.each(['480p', '4k', '1080P', '720', 720, '', '1280x720', true, ['720p']])(
    '[tasks.resolution.values][tasks.create.param] %j is refused',
    async (resolution) => {
      await refused({ resolution }, 'resolution');
    },
  );

  it.each([{}, { resolution: null }])(
    '[tasks.resolution.default][tasks.create.null-absent] %j means 1080p',
    async (fields) => {
      const task = taskOf(await shared.tasks.create({ prompt, ...fields }));
      expect(task.resolution).toBe('1080p');
    },
  );
});

describe('generate_audio', () => {
  it.each([
    [{ generate_audio: true }, true],
    [{ generate_audio: false }, false],
    [{ generateAudio: false }, false],
    [{ generateAudio: true }, true],
    [{ generate_audio: false, generateAudio: false }, false],
    [{ generate_audio: null, generateAudio: false }, false],
    [{ generate_audio: 'false', generateAudio: false }, false],
  ])('[tasks.audio.camel-case][tasks.object.echo] %j is %s', async (fields, expected) => {
    expect((await created(fields)).generate_audio).toBe(expected);
  });

  it.each([
    ['true', true],
    ['false', false],
  ])('[tasks.create.boolean-text] the text %j is %s', async (generate_audio, expected) => {
    expect((await created({ generate_audio })).generate_audio).toBe(expected);
  });

  it.each([{}, { generate_audio: null }, { generateAudio: null }])(
    '[tasks.audio.default][tasks.create.null-absent] %j means true',
    async (fields) => {
      expect((await created(fields)).generate_audio).toBe(true);
    },
  );

  it.each(['yes', 'on', '1', '', 1, 0, [], {}])(
    '[tasks.create.boolean-text][tasks.create.param] %j is refused',
    async (generate_audio) => {
      await refused({ generate_audio }, 'generate_audio');
    },
  );

  it.each([
    { generate_audio: true, generateAudio: false },
    { generate_audio: false, generateAudio: true },
    { generate_audio: 'false', generateAudio: 'true' },
  ])('[tasks.audio.camel-case] %j contradicts itself', async (fields) => {
    await refused(fields, /^generate_?audio$/i);
  });
});

describe('frame_mode', () => {
  it.each(['first_only', 'all', null])(
    '[tasks.frame-mode.first-only] %j is accepted',
    async (frame_mode) => {
      expect((await created({ frame_mode })).warnings).toEqual([]);
    },
  );

  it.each(['last_only', 'ALL', '', 1, true, ['all']])(
    '[tasks.frame-mode.first-only][tasks.create.param] %j is refused',
    async (frame_mode) => {
      await refused({ frame_mode }, 'frame_mode');
    },
  );
});

describe('a body of another shape', () => {
  it.each(['[]', 'null', '"text"', '5', 'true', '[{"prompt":"a fox"}]'])(
    '[tasks.create.malformed-json] the JSON %s is refused',
    async (body) => {
      const response = await shared.tasks.request('/v1/videos', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expectApiError(response, { status: 400, code: 'payload_invalid' });
    },
  );

  it.each([
    '{',
    '{"prompt":"a fox"',
    '{"prompt":"a fox",}',
    "{'prompt':'a fox'}",
    '',
    '\uFEFF{',
    'prompt=a',
  ])('[tasks.create.malformed-json] the text %j is refused', async (body) => {
    const response = await shared.tasks.request('/v1/videos', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expectApiError(response, { status: 400, code: 'payload_invalid' });
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset=UTF-8',
  ])('[tasks.create.first-202] the content type %s is JSON', async (type) => {
    const response = await shared.tasks.request('/v1/videos', {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify(base),
    });
    expect(taskOf(response).prompt).toBe(prompt);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'video/mp4',
    'application/jsonp',
  ])('[tasks.create.unsupported-type] the content type %s is 415 payload_invalid', async (type) => {
    const response = await shared.tasks.request('/v1/videos', {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify(base),
    });
    const message = expectApiError(response, { status: 415, code: 'payload_invalid' });
    expect(message).toContain('application/json or multipart/form-data');
  });

  it('[tasks.create.unsupported-type] bytes without a content type are 415 payload_invalid', async () => {
    const response = await shared.tasks.request('/v1/videos', {
      method: 'POST',
      body: new TextEncoder().encode(JSON.stringify(base)),
    });
    const message = expectApiError(response, { status: 415, code: 'payload_invalid' });
    expect(message).toContain('application/json or multipart/form-data');
  });
});
