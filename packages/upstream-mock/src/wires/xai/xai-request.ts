import { chargeAt, type MockJob, type MockJobState } from '../../job/mock-job.ts';
import { percentDone } from '../../job/reported-job.ts';
import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';
import { jsonReply, type ProviderResponse } from '../../http/provider-request.ts';
import { rowOf } from '../../engine/provider-error.ts';
import { xaiErrors } from './xai-errors.ts';

/** Units of `cost_in_usd_ticks` per credit; a credit of the mock is a cent. */
const ticksPerCredit = 100_000_000;

const failures = {
  policy: { code: 'invalid_argument', message: 'The prompt was rejected by content moderation.' },
  internal: { code: 'internal_error', message: 'The generation failed.' },
  credits: { code: 'permission_denied', message: 'The team has used all its credits.' },
} as const;

export interface RequestFacts {
  readonly job: MockJob;
  readonly state: MockJobState;
  /** ms since 1970. */
  readonly now: number;
  /** The link to the video; null until it exists, or if a token withholds it. */
  readonly url: string | null;
}

/**
 * A request in xAI's response: with 202 while it is open. A video that moderation withholds is done and charged, and
 * has no link (docs.x.ai as withone.ai/knowledge/x-ai repeats it, and `@ai-sdk/xai` 5.0.12; read 2026-11-28). Callers
 * have also seen a 400 that names the cost (`vercel/ai` pull request 13390): so do models whose names end in `-as-400`.
 */
export function xaiRequest({ job, state, now, url }: RequestFacts): ProviderResponse {
  const { model, instructions } = job;
  const isOpen = state === 'queued' || state === 'running';
  if (isOpen) {
    const status = instructions.unknownState ? 'reticulating' : 'pending';
    return jsonReply(202, { status, progress: percentDone(job, state, now) });
  }
  const usage = { cost_in_usd_ticks: chargeAt(job, now) * ticksPerCredit };
  const isKeptBack =
    state === 'failed' && instructions.fail === 'internal' && instructions.keptCharge === 1;
  if (state === 'failed' && !isKeptBack) {
    const video = { duration: 0, respect_moderation: true };
    return jsonReply(200, {
      status: 'failed',
      video,
      model,
      usage,
      error: failures[instructions.fail ?? 'internal'],
    });
  }
  if (isKeptBack && stripMagicTokens(model).endsWith('-as-400')) {
    const { code, status, message } = rowOf(xaiErrors, 'imagine:content-moderated');
    return jsonReply(status, { code, error: message, usage });
  }
  const video = {
    ...(url !== null && { url }),
    duration: job.durationSeconds,
    respect_moderation: !isKeptBack,
  };
  return jsonReply(200, { status: 'done', video, model, usage, progress: 100 });
}
