import { randomBytes } from 'node:crypto';
import type { AuditEntry, Clock, Digest } from '@filmgate/core';
import type { SecondFactor, SecondFactorCheck } from '@filmgate/http-adapter';
import {
  newOneTimeSecret,
  oneTimeCodeUri,
  type SecretBox,
  stepOfOneTimeCode,
} from '@filmgate/runtime-node';
import { z } from 'zod';
import type { SecondFactorValues } from './login-without-room.ts';

/** Name of the key-value entry of the administrator's second factor. */
export const secondFactorName = 'admin-second-factor';

/** Purpose that the secret is sealed for. */
export const secondFactorPurpose = 'admin|second-factor';

/** State `unconfirmed`: a secret was shown, but no code of it was entered yet, so logins need no code. */
const record = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('off') }),
  z.object({ kind: z.literal('unconfirmed'), sealed: z.string() }),
  z.object({
    kind: z.literal('on'),
    sealed: z.string(),
    /** Newest step with an accepted code: no code of this or an earlier step is accepted again (RFC 6238 §5.2). */
    lastStep: z.int(),
    /** Newest accepted steps, including `lastStep`; absent in records of earlier releases. */
    usedSteps: z.array(z.int()).exactOptional(),
    /** SHA-256 of the unused recovery codes. */
    recoveryDigests: z.array(z.string()),
  }),
]);

type SecondFactorRecord = z.infer<typeof record>;
type On = SecondFactorRecord & { readonly kind: 'on' };

const recoveryCodes = 10;

/** Length of a recovery code, in bytes: 80 bits are too many to be tried against a digest. */
const recoveryCodeBytes = 10;

export interface SecondFactorDeps {
  readonly values: SecondFactorValues;
  readonly box: Pick<SecretBox, 'seal' | 'open'>;
  readonly digest: Digest;
  readonly clock: Pick<Clock, 'now'>;
}

/** Opens the administrator's second factor, changed only over the text read: on all nodes, one code logs in once. */
export function createSecondFactor(deps: SecondFactorDeps): SecondFactor {
  const { values, box } = deps;
  return {
    async state() {
      const { known } = await read(values);
      const left = known.kind === 'on' ? known.recoveryDigests.length : 0;
      return { kind: known.kind, recoveryCodesLeft: left };
    },
    async begin(username, audit) {
      const secret = newOneTimeSecret();
      const next = { kind: 'unconfirmed', sealed: box.seal(secondFactorPurpose, secret) } as const;
      const isBegun = await change(values, ({ kind }) =>
        kind === 'on' ? undefined : { next, audit },
      );
      return isBegun ? { secret, uri: oneTimeCodeUri(secret, username) } : undefined;
    },
    confirm: (code, audit) => confirm(deps, code, audit),
    check: (code, auditRecovery) => check(deps, code, auditRecovery),
    async remove(audit) {
      return change(values, ({ kind }) =>
        kind === 'off' ? undefined : { next: { kind: 'off' }, audit },
      );
    },
  };
}

async function confirm(
  { values, box, digest, clock }: SecondFactorDeps,
  code: string,
  audit: AuditEntry,
): ReturnType<SecondFactor['confirm']> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
  const recoveryDigests = codes.map((one) => digestOf(digest, one));
  let outcome = 'not-begun' as 'not-begun' | 'wrong' | 'on';
  await change(values, (known) => {
    outcome = 'not-begun';
    if (known.kind !== 'unconfirmed') return undefined;
    const { sealed } = known;
    const lastStep = stepOf(box, sealed, { code, now: clock.now() });
    outcome = lastStep === undefined ? 'wrong' : 'on';
    if (lastStep === undefined) return undefined;
    return { next: { kind: 'on', sealed, lastStep, recoveryDigests }, audit };
  });
  return outcome === 'on' ? { kind: 'on', recoveryCodes: codes } : { kind: outcome };
}

async function check(
  deps: SecondFactorDeps,
  code: string | undefined,
  auditRecovery: (left: number) => AuditEntry,
): Promise<SecondFactorCheck> {
  let outcome = 'not-needed' as SecondFactorCheck;
  await change(deps.values, (known) => {
    outcome = 'not-needed';
    if (known.kind !== 'on') return undefined;
    outcome = 'refused';
    const spent = code === undefined ? undefined : spend(deps, known, code);
    if (spent === undefined) return undefined;
    outcome = 'accepted';
    const left = spent.recoveryDigests.length;
    const audit = left < known.recoveryDigests.length ? auditRecovery(left) : undefined;
    return { next: spent, audit };
  });
  return outcome;
}

/** Returns the record after a code was used; undefined where the code is wrong, or was used before. */
function spend({ box, digest, clock }: SecondFactorDeps, known: On, given: string): On | undefined {
  const code = given.replaceAll(/[\s-]/g, '');
  const step = stepOf(box, known.sealed, { code, now: clock.now() });
  if (step !== undefined) return withStep(known, step, clock.now());
  const used = digestOf(digest, code);
  const recoveryDigests = known.recoveryDigests.filter((one) => one !== used);
  const isKnown = recoveryDigests.length < known.recoveryDigests.length;
  return isKnown ? { ...known, recoveryDigests } : undefined;
}

/** A last code more than this many steps ahead of the clock was accepted by a clock that has been set back since. */
const stepsAhead = 10;
const oneTimeStepMs = 30_000;
const mostUsedSteps = 100;

/**
 * Accepts a code once, and none before the last accepted one. After the clock was set back this would lock the
 * administrator out for the same time: then codes of the repeated time are accepted if they were not used the first
 * time.
 */
function withStep(known: On, step: number, now: number): On | undefined {
  const { lastStep, usedSteps = [lastStep] } = known;
  const isOfFuture = lastStep > now / oneTimeStepMs + stepsAhead;
  const floor =
    usedSteps.length < mostUsedSteps ? Number.NEGATIVE_INFINITY : Math.min(...usedSteps);
  if (usedSteps.includes(step) || step <= (isOfFuture ? floor : lastStep)) return undefined;
  const used = [...usedSteps, step].toSorted((one, other) => one - other).slice(-mostUsedSteps);
  return { ...known, lastStep: step, usedSteps: used };
}

interface Change {
  readonly next: SecondFactorRecord;
  readonly audit: AuditEntry | undefined;
}

/** Decides over the stored record, and again where another node was faster; resolves to true if the record changed. */
async function change(
  values: SecondFactorValues,
  decide: (known: SecondFactorRecord) => Change | undefined,
): Promise<boolean> {
  for (;;) {
    const { stored, known } = await read(values);
    const decided = decide(known);
    if (decided === undefined) return false;
    const { next, audit } = decided;
    const isPut = await values.putAllIf({
      values: new Map([[secondFactorName, JSON.stringify(next)]]),
      expected: { name: secondFactorName, value: stored },
      ...(audit !== undefined && { audit }),
    });
    if (isPut) return true;
  }
}

async function read(values: SecondFactorValues) {
  const stored = await values.get(secondFactorName);
  const known: SecondFactorRecord =
    stored === undefined ? { kind: 'off' } : record.parse(JSON.parse(stored));
  return { stored, known };
}

function stepOf(
  box: Pick<SecretBox, 'open'>,
  sealed: string,
  { code, now }: { readonly code: string; readonly now: number },
): number | undefined {
  const opened = box.open(secondFactorPurpose, sealed);
  if (opened.kind === 'refused')
    throw new Error(`The secret of the second factor cannot be decrypted: ${opened.reason}.`);
  return stepOfOneTimeCode({ secret: opened.plaintext, code, now });
}

/** Twenty hexadecimal digits in groups, for copying by hand. */
function newRecoveryCode(): string {
  const digits = randomBytes(recoveryCodeBytes).toString('hex');
  return (digits.match(/.{5}/g) ?? []).join('-');
}

function digestOf(digest: Digest, code: string): string {
  return digest.sha256(code.replaceAll('-', '').toLowerCase());
}
