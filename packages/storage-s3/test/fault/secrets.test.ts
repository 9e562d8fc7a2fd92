import { inspect } from 'node:util';
import { StorageUnavailable } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { createS3Blobs } from '../../src/create-s3-blobs.ts';
import { keep, madeBytes } from '../support/bytes.ts';
import { useBucket } from './use-bucket.ts';

const bucket = useBucket();

/** All texts of an error, its causes and hidden fields included. */
function everything(error: unknown): string {
  return inspect(error, { depth: 20, showHidden: true });
}

async function thrownBy(act: Promise<unknown>): Promise<unknown> {
  return act.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('the bucket at the start', () => {
  it.each([
    ['bucket', { bucket: 'no-such-bucket' }, /failed to list its blobs \(NoSuchBucket\)/],
    ['key id', { accessKeyId: 'AKIDCANARY' }, /\(InvalidAccessKeyId\)/],
    ['secret', { secretAccessKey: 'canary-secret-key' }, /\(SignatureDoesNotMatch\)/],
    ['endpoint', { endpoint: 'http://127.0.0.1:9' }, /cannot be reached/],
  ])(
    '[blobs.s3.start-refused] a wrong %s is refused with a sentence',
    async (_name, wrong, sentence) => {
      const { options } = await bucket.open();
      const error = await thrownBy(createS3Blobs({ ...options, ...wrong }));
      expect(error).toBeInstanceOf(StorageUnavailable);
      expect(String(error)).toMatch(sentence);
    },
  );
});

describe('credentials', () => {
  it('[blobs.s3.secrets] are in no error and in no log line', async () => {
    const { options } = await bucket.open();
    const canaries = ['AKIDCANARY', 'canary-secret-key'] as const;
    const [accessKeyId, secretAccessKey] = canaries;
    const errors = [
      await thrownBy(createS3Blobs({ ...options, accessKeyId })),
      await thrownBy(createS3Blobs({ ...options, secretAccessKey })),
      await thrownBy(
        createS3Blobs({ ...options, accessKeyId, secretAccessKey, endpoint: 'http://127.0.0.1:9' }),
      ),
    ];
    expect(errors.every((error) => error instanceof StorageUnavailable)).toBe(true);
    const said = errors.map(everything).join('\n');
    for (const canary of canaries) expect(said).not.toContain(canary);
    expect(said).not.toMatch(/AWS4-HMAC|Signature=/);
  });

  it('[blobs.s3.secrets] are not logged when tidying fails', async () => {
    const lines: string[] = [];
    const note = (...parts: readonly unknown[]): void => void lines.push(everything(parts));
    const { blobs } = await bucket.open({ log: { info: note, warn: note, error: note } });
    const put: string[] = [];
    bucket.server().mishaps(({ method, path }) => {
      if (method === 'PUT') put.push(path);
      return method === 'GET' && put.length > 0 ? { kind: 'lost' } : null;
    });
    await keep(blobs, madeBytes(100));
    expect(lines.join()).toContain('blob-clean-up-failed');
    expect(lines.join()).not.toMatch(/S3RVER|AWS4/);
  });
});
