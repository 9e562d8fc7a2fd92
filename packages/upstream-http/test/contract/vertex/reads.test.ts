import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { vertex } from '../../../src/vertex/index.ts';
import { openEngine } from '../../support/open-engine.ts';
import { sampleAccount } from '../../support/sample-request.ts';

const description = vertex.describe({});
const { poll, readAcceptance, probe, naming, find, notice } = description;
const resource = 'projects/1/locations/us-central1/publishers/google/models/veo-3.1-generate-001';
const task = `${resource}/operations/c6d1a0b2-1c9f-4a0e-9b52-7b6f0f8f3a11`;
const call = { path: '/publishers', body: { kind: 'json', value: {} } } as const;
const path = '/publishers/google/models/veo-3.1-generate-001:fetchPredictOperation';
type Fields = { readonly [field: string]: JsonValue };

function response(body: JsonValue, status = 200) {
  return { status, body };
}

/** An operation as the page veo-video-generation of Vertex shows one. */
function operation(fields: Fields = {}) {
  return response({ name: task, ...fields });
}

const type = 'type.googleapis.com/cloud.ai.large_models.vision.GenerateVideoResponse';
const done = (fields: Fields) =>
  operation({ done: true, response: { '@type': type, raiMediaFilteredCount: 0, ...fields } });
const failed = (error: JsonValue) => operation({ done: true, error });
const inside = { bytesBase64Encoded: 'AAAAIGZ0eXA=', mimeType: 'video/mp4' };

describe('a read of an operation', () => {
  it('[providers.vertex.reads] is a POST with its name, to its model, with a video inside if need be', async () => {
    expect(poll.request(task)).toEqual({
      path,
      body: { operationName: task },
      largest: 100_663_296,
    });
    const { client, transport } = openEngine(description, () => operation());
    const signal = new AbortController().signal;
    const handle = { version: 1, value: task };
    expect((await client.poll({ account: sampleAccount, handle, signal })).kind).toBe('pending');
    expect(transport.calls).toMatchObject([
      {
        method: 'POST',
        path,
        body: JSON.stringify({ operationName: task }),
        headers: { 'content-type': 'application/json', 'x-goog-api-key': sampleAccount.secret },
      },
    ]);
  });

  it.each([operation(), operation({ done: false }), operation({ metadata: { state: 'new' } })])(
    '[providers.vertex.reads] %j is pending',
    (said) => {
      expect(poll.read(said, task)).toEqual({ kind: 'pending', progress: null });
    },
  );

  it.each([
    done({ videos: [inside] }),
    done({ videos: [{ mimeType: 'video/mp4' }, inside, 7] }),
    done({ videos: [inside], raiMediaFilteredCount: 1 }),
    response({ done: true, response: { videos: [inside] } }),
  ])('[providers.vertex.reads] %j has the video inside', (said) => {
    expect(poll.read(said, task)).toEqual({
      kind: 'succeeded',
      output: { kind: 'inline', at: inside.bytesBase64Encoded },
    });
  });

  it('[providers.vertex.reads] another name is the operation’s own', () => {
    expect(poll.read(operation({ name: `${task}2` }), task)).toMatchObject({
      namedAs: `${task}2`,
    });
  });

  it.each([
    [{ raiMediaFilteredReasons: ['Filtered. Support codes: 15236754'] }, /15236754/],
    [{ raiMediaFilteredReasons: [], videos: [] }, /filtered/],
    [{ raiMediaFilteredReasons: 7 }, /7/],
  ])(
    '[providers.vertex.filtered] done without a video, with %j, is a failure by policy',
    (fields, detail) => {
      expect(poll.read(done({ raiMediaFilteredCount: 1, ...fields }), task)).toMatchObject({
        kind: 'failed',
        error: { kind: 'policy', charge: 'unknown', detail: expect.stringMatching(detail) },
      });
    },
  );

  it.each([
    [{ code: 13, message: 'Video generation failed.' }, 'internal', 'Video generation failed.'],
    [{ code: 3, message: 'Bad image.' }, 'invalid', 'Bad image.'],
    [
      { code: 3, message: 'It might violate our policies. Support codes: 58061214' },
      'policy',
      'It might violate our policies. Support codes: 58061214',
    ],
    [{ code: 8 }, 'internal', 'the operation failed'],
    ['broken', 'internal', 'broken'],
  ])('[providers.vertex.reads] done with the error %j is a failure: %s', (error, kind, detail) => {
    const { charge, ...said } = { charge: 'unknown', kind, detail };
    expect(poll.read(failed(error), task)).toMatchObject({
      kind: 'failed',
      error: { charge, ...said },
    });
  });

  it('[providers.vertex.reads] a 404 in Google’s words states that there is no such operation', () => {
    const error = { code: 404, message: 'Operation not found.', status: 'NOT_FOUND' };
    expect(poll.read(response({ error }, 404), task)).toEqual({ kind: 'lost' });
  });

  const missing = `Publisher Model \`${resource}\` was not found or your project does not have access to it.`;
  it.each([
    done({}),
    done({ videos: [] }),
    done({ videos: [{ gcsUri: 'gs://bucket/v.mp4' }], raiMediaFilteredCount: 1 }),
    operation({ done: true }),
    operation({ done: 'true', response: { videos: [inside] } }),
    response({}),
    response({ message: 'OK' }),
    response({ name: task, done: true, response: { videos: [inside] } }, 500),
    response({ error: { code: 404, message: missing, status: 'NOT_FOUND' } }, 404),
    response({ error: 'no such page' }, 404),
    response({ error: { code: 404, message: 'm', status: 'NOT_FOUND' } }),
    response({ error: { code: 401, message: 'm', status: 'UNAUTHENTICATED' } }, 401),
    response({ error: { code: 429, message: 'm', status: 'RESOURCE_EXHAUSTED' } }, 429),
    response([]),
    response(null),
  ])('[providers.vertex.reads] %j says nothing of the operation', (said) => {
    expect(poll.read(said, task)).toMatchObject({ kind: 'unclear' });
  });
});

describe('an accepted operation', () => {
  const short = 'publishers/google/models/veo-3.1-generate-001/operations/o-1';

  it.each([task, short])('[providers.vertex.reads] is its name: %s', (name) => {
    expect(readAcceptance(response({ name }), call)).toBe(name);
    expect(poll.request(name)).toMatchObject({ path, body: { operationName: name } });
  });

  it.each([
    {},
    { name: 'operations/o-1' },
    { name: 'models/veo/operations/o-1' },
    { name: `${resource}/operations/a/b` },
    { name: `${resource}?x=/operations/o-1` },
    { error: { code: 400, message: 'm', status: 'INVALID_ARGUMENT' } },
    [],
    null,
  ])('[providers.vertex.reads] %j names none', (body) => {
    expect(readAcceptance(response(body), call)).toBeUndefined();
  });

  it('[providers.vertex.lost] is searched nowhere, and is named by a person by its name', () => {
    expect([find, notice]).toEqual([undefined, undefined]);
    expect([naming?.taskOf(task, call), naming?.idOf(task)]).toEqual([task, task]);
    expect(naming?.taskOf('o-1', call)).toBeUndefined();
    expect(naming?.facts(operation(), task)).toEqual({ createdAt: null, reported: {} });
  });
});

describe('a probe of an account at Vertex AI', () => {
  const error = (code: number, status: string, message = 'm') =>
    response({ error: { code, message, status } }, code);

  it('[providers.vertex.probe] reads an operation that no project has', () => {
    const operationName = expect.stringMatching(/operations\/0{8}-0{4}-40{3}-80{3}-0{12}$/);
    expect(probe?.request).toEqual({ path, body: { operationName } });
  });

  it.each([
    [error(404, 'NOT_FOUND'), 'ready'],
    [error(400, 'INVALID_ARGUMENT'), 'ready'],
    [error(400, 'INVALID_ARGUMENT', 'API key not valid.'), 'login-required'],
    [error(401, 'UNAUTHENTICATED'), 'login-required'],
    [error(403, 'PERMISSION_DENIED'), 'login-required'],
    [error(429, 'RESOURCE_EXHAUSTED'), 'unreadable'],
    [error(500, 'INTERNAL'), 'unreadable'],
    [operation(), 'unreadable'],
    [response({ message: 'Forbidden' }, 403), 'unreadable'],
    [response(null, 404), 'unreadable'],
  ])('[providers.vertex.probe] %j is %s', (said, kind) => {
    expect(probe?.read(said)).toMatchObject({ kind });
  });
});
