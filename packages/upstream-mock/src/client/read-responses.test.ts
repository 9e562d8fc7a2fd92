import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { readSearch, readStatus } from './read-responses.ts';

const id = 'gen_1';
const output = { url: '/v1/results/gen_1', media_type: 'video' };

/** Reading of a response about `gen_1`. */
function read(status: number, body: JsonValue) {
  return readStatus({ status, body }, id);
}

describe('what a status read says', () => {
  it.each([
    [
      { id, status: 'queued', progress: 0 },
      { kind: 'pending', progress: 0 },
    ],
    [
      { id, status: 'running', progress: 40 },
      { kind: 'pending', progress: 40 },
    ],
    [
      { id, status: 'running', progress: '40%' },
      { kind: 'pending', progress: null },
    ],
    [
      { id, status: 'completed', output: { ...output, kept_until: 'tomorrow' } },
      { kind: 'succeeded', output: { mediaType: 'video', kind: 'own', at: output.url } },
    ],
    [
      { id, status: 'completed', output },
      { kind: 'succeeded', output: { mediaType: 'video', kind: 'own', at: output.url } },
    ],
    [
      { id, status: 'completed', output: { ...output, media_type: 'image' } },
      { kind: 'succeeded', output: { mediaType: 'image', kind: 'own', at: output.url } },
    ],
    [
      { id, status: 'failed', error: { kind: 'policy', charged: false } },
      { kind: 'failed', error: { kind: 'policy', charge: 'not-charged' } },
    ],
    [
      { id, status: 'failed', error: { kind: 'internal', charged: true } },
      { kind: 'failed', error: { kind: 'internal', charge: 'charged' } },
    ],
  ])('reads %j', (body, outcome) => {
    expect(read(200, body)).toMatchObject(outcome);
  });

  it('[mock.bad-reads] a 404 says that the upstream does not know the job', () => {
    expect(read(404, { error: { kind: 'not_found' } })).toEqual({ kind: 'lost' });
  });

  it.each<[number, JsonValue]>([
    [200, { id, status: 'reticulating' }],
    [200, { id, status: 'completed' }],
    [200, { id, status: 'failed', error: { kind: 'other', charged: false } }],
    [200, null],
    [500, { id, status: 'failed', error: { kind: 'policy', charged: false } }],
    [401, { id, status: 'completed', output }],
    [302, null],
    [404, { error: { kind: 'other' } }],
    [200, { id: 'gen_2', status: 'running', progress: 40 }],
    [200, { id, status: 'completed', output: { ...output, url: '/v1/results/gen_2' } }],
  ])('[mock.bad-reads] %d %j says nothing about the job', (status, body) => {
    expect(read(status, body)).toMatchObject({ kind: 'unclear' });
  });

  it.each([
    'http://169.254.169.254/latest',
    '//elsewhere.example/v1/results/gen_1',
    '/v1/results/../account',
    '/v1/results/gen_1?next=http://elsewhere.example',
    '.elsewhere.example/v1/results/gen_1',
    '/v1/results/gen_1\n',
  ])('[mock.guard-exemption] a result at %j is not fetched', (url) => {
    const body = { id, status: 'completed', output: { ...output, url } };
    expect(read(200, body)).toMatchObject({ kind: 'unclear' });
  });
});

describe('what a search says', () => {
  const own = { id, correlation_id: 'job.1' };
  const other = { id: 'gen_2', correlation_id: 'job.2' };

  it.each([
    [200, { data: [] }, []],
    [200, { data: [own] }, [{ id }]],
    [200, { data: [other, own] }, [{ id }]],
    [200, { data: [other] }, undefined],
    [200, { data: null }, undefined],
    [500, { data: [] }, undefined],
    [501, { error: { kind: 'not_searchable' } }, 'cannot-ask'],
  ])(
    '[mock.lost-request] %d %j: %j, and only an empty list is an absence',
    (status, body, said) => {
      expect(readSearch({ status, body }, 'job.1')).toEqual(said);
    },
  );
});
