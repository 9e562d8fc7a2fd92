import { createHmac } from 'node:crypto';
import type { NoticedSubmission } from '@filmgate/core';
import { fc, test as law } from '@fast-check/vitest';

import { expect } from 'vitest';
import { createNoticeUrls, submissionOf } from './notice-url.ts';

const sign = (data: string): string => createHmac('sha256', 'k').update(data).digest('base64url');
const signer = { sign, verify: (data: string, given: string) => sign(data) === given };
const base = 'https://films.example/gate';
const id = fc.stringMatching(/^[a-z]{2}_[0-9a-z]{26}$/);
const submission = fc
  .record({ jobId: id, accountId: id, attempt: fc.integer({ min: 1, max: 3 }) })
  .map(({ jobId, accountId, attempt }) => ({
    ...{ jobId, correlationId: `${jobId}.${attempt}`, accountId },
  }));

function tokenOf(url: string): string {
  expect(url.startsWith(`${base}/notices/`)).toBe(true);
  return decodeURIComponent(url.slice(`${base}/notices/`.length));
}

const urls = createNoticeUrls(signer, base);
const urlOf = (sent: NoticedSubmission): string => urls.sign(sent, urls.unsigned(sent));

law.prop([submission, submission])(
  '[notices.token][invariants.i13-no-secret-leaves] a stored URL is no token until it is signed, in every encoding and for its own submission alone',
  (sent, other) => {
    fc.pre(sent.jobId !== other.jobId);
    const stored = urls.unsigned(sent);
    expect(submissionOf(signer, tokenOf(stored))).toBeUndefined();
    expect(urls.sign(other, stored)).toBe(stored);
    const encoded = JSON.stringify({ path: `/?hook=${encodeURIComponent(stored)}` });
    expect(urls.sign(sent, encoded)).toContain(encodeURIComponent(urlOf(sent)));
  },
);

law.prop([submission])(
  '[notices.token] a URL names its submission, and is always the same',
  (sent) => {
    const url = urlOf(sent);
    expect(urlOf(sent)).toBe(url);
    expect(new URL(url).href).toBe(url);
    expect(submissionOf(signer, tokenOf(url))).toEqual(sent);
  },
);

law.prop([submission, fc.nat(), fc.stringMatching(/^[0-9a-z~._]$/)])(
  '[notices.token] no character of a token can be exchanged',
  (sent, at, other) => {
    const token = tokenOf(urlOf(sent));
    const place = at % token.length;
    fc.pre(token[place] !== other);
    const changed = token.slice(0, place) + other + token.slice(place + 1);
    expect(submissionOf(signer, changed)).toBeUndefined();
  },
);

law.prop([fc.string({ maxLength: 400 })])('[notices.token] no other text is a token', (text) => {
  expect(submissionOf(signer, text)).toBeUndefined();
});
