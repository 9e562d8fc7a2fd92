import { describe, expect, it } from 'vitest';
import { readStatus } from './read-status.ts';

const output = { url: '/v1/results/gen_1', media_type: 'video' };

describe('what a status read says', () => {
  it.each([
    [
      { status: 'queued', progress: 0 },
      { kind: 'pending', progress: 0 },
    ],
    [
      { status: 'running', progress: 40 },
      { kind: 'pending', progress: 40 },
    ],
    [
      { status: 'completed', output },
      { kind: 'succeeded', output: { mediaType: 'video', value: { url: output.url } } },
    ],
    [
      { status: 'completed', output: { ...output, media_type: 'image' } },
      { kind: 'succeeded', output: { mediaType: 'image', value: { url: output.url } } },
    ],
    [
      { status: 'failed', error: { kind: 'policy', charged: false } },
      { kind: 'failed', error: { kind: 'policy', charge: 'not-charged', scope: 'request' } },
    ],
    [
      { status: 'failed', error: { kind: 'internal', charged: true } },
      { kind: 'failed', error: { kind: 'internal', charge: 'charged' } },
    ],
  ])('reads %j', (body, outcome) => {
    expect(readStatus(200, body)).toMatchObject(outcome);
  });

  it('[mock.bad-reads] a 404 says that the upstream does not know the job', () => {
    expect(readStatus(404, { error: { kind: 'not_found' } })).toEqual({ kind: 'lost' });
  });

  it.each([
    [200, { status: 'reticulating' }],
    [200, { status: 'completed' }],
    [200, { status: 'failed', error: { kind: 'other', charged: false } }],
    [200, undefined],
    [500, { status: 'failed', error: { kind: 'policy', charged: false } }],
    [401, { status: 'completed', output }],
    [302, null],
  ])('[mock.bad-reads] %d %j says nothing about the job', (status, body) => {
    expect(readStatus(status, body)).toMatchObject({ kind: 'transient' });
  });

  it.each([
    'http://169.254.169.254/latest',
    '//elsewhere.example/v1/results/gen_1',
    '/v1/results/../account',
    '/v1/results/gen_1?next=http://elsewhere.example',
    '.elsewhere.example/v1/results/gen_1',
    '/v1/results/gen_1\n',
  ])('[mock.guard-exemption] a result at %j is not fetched', (url) => {
    const body = { status: 'completed', output: { ...output, url } };
    expect(readStatus(200, body)).toMatchObject({ kind: 'transient' });
  });
});
