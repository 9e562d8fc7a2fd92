import { createHash, createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import {
  NoticeSignatures,
  type SignatureRule,
  type SignedCall,
} from '../../src/engine/notice-signature.ts';
import { signature as ofFal } from '../../src/fal/signature.ts';
import { signature as ofReplicate } from '../../src/replicate/signature.ts';
import { signature as ofVidu } from '../../src/vidu/signature.ts';
import { sampleNow } from '../support/open-engine.ts';
import { sampleAccount as account } from '../support/sample-request.ts';

const { signal } = new AbortController();
const url = 'https://films.example/notices/job~token?of=1';

/** A provider as its document says that it signs. */
interface Signer {
  readonly rule: SignatureRule;
  /** Key that the signature is verified by. */
  readonly key: string;
  /** Headers that the signature is about, beside itself. */
  readonly about: readonly string[];
  readonly name: string;
  readonly isOfBody: boolean;
  sign(bytes: Buffer, at: number): SignedCall['headers'];
}

const pkcs8 = Buffer.from(`302e020100300506032b657004220420${'7'.repeat(64)}`, 'hex');
const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
const secret = Buffer.from('a secret of webhooks');

const signers: readonly Signer[] = [
  {
    rule: ofFal,
    key: createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '',
    about: ['x-fal-webhook-request-id', 'x-fal-webhook-user-id', 'x-fal-webhook-timestamp'],
    name: 'x-fal-webhook-signature',
    isOfBody: true,
    sign: (bytes, at) => {
      const [id, user, second] = ['request-1', 'user-1', String(Math.floor(at / 1_000))];
      const digest = createHash('sha256').update(bytes).digest('hex');
      const message = Buffer.from(`${id}\n${user}\n${second}\n${digest}`);
      return {
        'x-fal-webhook-request-id': id,
        'x-fal-webhook-user-id': user,
        'x-fal-webhook-timestamp': second,
        'x-fal-webhook-signature': sign(null, message, privateKey).toString('hex'),
      };
    },
  },
  {
    rule: ofReplicate,
    key: `whsec_${secret.toString('base64')}`,
    about: ['webhook-id', 'webhook-timestamp'],
    name: 'webhook-signature',
    isOfBody: true,
    sign: (bytes, at) => {
      const second = String(Math.floor(at / 1_000));
      const code = createHmac('sha256', secret).update(`msg_1.${second}.${bytes.toString()}`);
      return {
        'webhook-id': 'msg_1',
        'webhook-timestamp': second,
        'webhook-signature': `v1,AAAA v1,${code.digest('base64')}`,
      };
    },
  },
  {
    rule: ofVidu,
    key: 'a-key-of-vidu',
    about: ['date', 'x-request-nonce', 'x-hmac-signed-headers'],
    name: 'x-hmac-signature',
    isOfBody: false,
    sign: (_bytes, at) => {
      const date = new Date(at).toUTCString();
      const text = `POST\n/notices/job~token\nof=1\nvidu\n${date}\nDate:${date}\nx-request-nonce:n-1\n`;
      return {
        date,
        'x-request-nonce': 'n-1',
        'x-hmac-signed-headers': 'Date;x-request-nonce',
        'x-hmac-signature': createHmac('sha256', 'a-key-of-vidu').update(text).digest('base64'),
      };
    },
  },
];

const body = fc.json().map((text) => Buffer.from(text));

describe.each(signers)('[notices.signature] $name', ({ rule, key, about, name, ...signer }) => {
  law.prop([body, fc.nat({ max: 3e12 })])('law: is verified as it is documented', (bytes, at) => {
    const headers = signer.sign(bytes, at);
    expect(rule.isBy(key, { bytes, headers, url })).toBe(true);
    expect(rule.signedAt(headers)).toBe(Math.floor(at / 1_000) * 1_000);
  });

  law.prop([body, fc.nat(), fc.constantFrom('body', name, ...about)])(
    'law: is wrong for a body, a header or a signature that was altered in one place',
    (bytes, place, where) => {
      const headers = signer.sign(bytes, sampleNow);
      const altered = (text: string) => {
        const at = place % text.length;
        return `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`;
      };
      const call =
        where === 'body'
          ? { headers, bytes: Buffer.concat([bytes, Buffer.from(' ')]) }
          : { bytes, headers: { ...headers, [where]: altered(headers[where] ?? '') } };
      const isDifferent = where === 'body' ? signer.isOfBody : !isSpelling(where, headers, call);
      fc.pre(isDifferent);
      expect(rule.isBy(key, { ...call, url })).toBe(false);
    },
  );

  law.prop([body, fc.dictionary(fc.constantFrom(name, ...about), fc.string()), fc.string()])(
    'law: is wrong in any other form, which throws nothing',
    (bytes, headers, anyUrl) => {
      expect(rule.isBy(key, { bytes, headers, url: anyUrl })).toBe(false);
      expect(() => rule.signedAt(headers)).not.toThrow();
    },
  );
});

/** True if the altered header is not part of what counts: the first of two signatures, or unused bits of Base64. */
function isSpelling(
  name: string,
  { [name]: before = '' }: SignedCall['headers'],
  { headers: { [name]: after = '' } }: Pick<SignedCall, 'headers'>,
): boolean {
  if (name !== 'webhook-signature' && name !== 'x-hmac-signature') return false;
  const codes = [before, after].map((text) => {
    const [last = ''] = text.split(' ').slice(-1);
    return Buffer.from(last.replace(/^v1,/, ''), 'base64').toString('hex');
  });
  return codes[0] === codes[1] && after.includes('v1,', 7) === before.includes('v1,', 7);
}

/** Verifies calls at instants, by keys that the provider shows at the time. */
function verifier() {
  const state = { now: sampleNow, keys: ['first'], isThere: true, reads: 0 };
  const rule: SignatureRule = {
    keys: {
      request: { path: '/keys' },
      read: ({ status }) => (status === 200 ? state.keys : undefined),
    },
    signedAt: ({ at }) => (at === undefined ? undefined : Number(at)),
    isBy: (key, { headers }) => headers['by'] === key,
  };
  const signatures = new NoticeSignatures(rule, {
    now: () => state.now,
    read: async () => {
      state.reads += 1;
      return { json: { status: state.isThere ? 200 : 503, body: {} } };
    },
    secretOf: () => null,
  });
  const isSigned = (by: string, at = state.now) =>
    signatures.isSigned(
      { bytes: Buffer.from(''), headers: { by, at: String(at) }, url },
      { account, signal },
    );
  return { state, isSigned, signatures };
}

describe('[notices.signature] the keys of signatures', () => {
  it('are read once a day', async () => {
    const { state, isSigned } = verifier();
    expect([await isSigned('first'), await isSigned('first')]).toEqual([true, true]);
    expect(state.reads).toBe(1);
    state.now += 86_400_000;
    expect(await isSigned('first')).toBe(true);
    expect(state.reads).toBe(2);
  });

  it('are read again after a call that none of them signed, at most once a minute', async () => {
    const { state, isSigned } = verifier();
    expect(await isSigned('first')).toBe(true);
    state.keys = ['second'];
    for (let count = 0; count < 100; count += 1) expect(await isSigned('forger')).toBe(false);
    expect([await isSigned('first'), state.reads]).toEqual([true, 1]);
    state.now += 60_000;
    expect([await isSigned('second'), state.reads]).toEqual([true, 2]);
    expect(await isSigned('first')).toBe(false);
  });

  it('decide nothing while they cannot be read', async () => {
    const { state, isSigned } = verifier();
    state.isThere = false;
    await expect(isSigned('first')).rejects.toThrow('the keys of signatures cannot be read');
    state.isThere = true;
    expect(await isSigned('first')).toBe(true);
  });

  it.each([-300_001, 300_001])('do not matter for a call signed %d ms away', async (ms) => {
    const { state, isSigned } = verifier();
    expect(await isSigned('first', sampleNow + ms)).toBe(false);
    expect(state.reads).toBe(0);
    expect(await isSigned('first', sampleNow + Math.sign(ms) * 300_000)).toBe(true);
  });

  it('do not matter for a call without a signature', async () => {
    const { state, signatures } = verifier();
    const call = { bytes: Buffer.from(''), headers: { by: 'first' }, url };
    expect(await signatures.isSigned(call, { account, signal })).toBe(false);
    expect(state.reads).toBe(0);
  });
});
