import type { JsonValue } from '@filmgate/core';
import { ark } from '@filmgate/upstream-http/ark';
import { dashscope } from '@filmgate/upstream-http/dashscope';
import { fal } from '@filmgate/upstream-http/fal';
import { google } from '@filmgate/upstream-http/google';
import { kling } from '@filmgate/upstream-http/kling';
import { luma } from '@filmgate/upstream-http/luma';
import { minimax } from '@filmgate/upstream-http/minimax';
import { openrouter } from '@filmgate/upstream-http/openrouter';
import { replicate } from '@filmgate/upstream-http/replicate';
import { runway } from '@filmgate/upstream-http/runway';
import { vidu } from '@filmgate/upstream-http/vidu';
import { xai } from '@filmgate/upstream-http/xai';
import { describe, expect, it } from 'vitest';
import { type EndpointResponse, EndpointWorld } from './endpoint-world.ts';

const arkFailed = (usage: JsonValue): EndpointResponse => ({
  body: {
    id: 'cgt-1',
    status: 'failed',
    error: { code: 'OutputVideoSensitiveContentDetected', message: 'no' },
    usage,
  },
});
const klingFailed = (billing: JsonValue): EndpointResponse => ({
  body: {
    code: 0,
    message: 'SUCCEED',
    data: [{ id: 'k-1', status: 'failed', message: 'no', billing }],
  },
});

async function failedAtArk(usage: JsonValue) {
  const script = { submit: [{ body: { id: 'cgt-1' } }], poll: [arkFailed(usage)] };
  const world = new EndpointWorld(ark.describe({}), script);
  const id = await world.order(60_000);
  return { job: await world.job(id), trail: await world.trail(id) };
}

async function failedAtKling(amount: JsonValue) {
  const submit = [{ body: { code: 0, message: 'SUCCEED', data: { id: 'k-1' } } }];
  const script = { submit, poll: [klingFailed([{ charge_type: 'unit', amount }])] };
  const world = new EndpointWorld(kling.describe({}), script);
  const id = await world.order(60_000);
  return { job: await world.job(id), trail: await world.trail(id) };
}

async function failedAtMiniMax(usage: JsonValue) {
  const error = { code: '1027', message: 'the generated video contains sensitive content' };
  const world = new EndpointWorld(minimax.describe({}), {
    submit: [{ body: { task_id: 'm-1' } }],
    poll: [{ body: { task: { id: 'm-1', status: 'failed', error, usage } } }],
  });
  const id = await world.order(60_000);
  return { job: await world.job(id), trail: await world.trail(id) };
}

async function filteredAtGoogle(fields: { readonly usage?: JsonValue }) {
  const steps = [{ type: 'model_output', content: [{ type: 'text', text: 'I cannot.' }] }];
  const said = { model: 'gemini-omni-1.2-flash', status: 'completed', steps, ...fields };
  const world = new EndpointWorld(google.describe({}), {
    submit: [{ body: { id: 'v1_1', status: 'in_progress' } }],
    poll: [{ body: { id: 'v1_1', ...said } }],
  });
  const id = await world.order(60_000);
  return { job: await world.job(id), trail: await world.trail(id) };
}

async function failedAtRunway(fields: { readonly cost?: JsonValue }) {
  const said = { status: 'FAILED', failure: 'no', failureCode: 'SAFETY.OUTPUT.VIDEO', ...fields };
  const world = new EndpointWorld(runway.describe({}), {
    submit: [{ body: { id: 'r-1', estimatedCost: { credits: 60 } } }],
    poll: [{ body: { id: 'r-1', ...said } }],
  });
  const id = await world.order(60_000);
  return { job: await world.job(id), trail: await world.trail(id) };
}

async function withheldAtXai(fields: { readonly usage?: JsonValue }) {
  const video = { duration: 8, respect_moderation: false };
  const poll: readonly EndpointResponse[] = [{ body: { status: 'done', video, ...fields } }];
  const world = new EndpointWorld(xai.describe({}), {
    submit: [{ body: { request_id: 'r-1' } }],
    poll,
  });
  const id = await world.order(60_000);
  return { job: await world.job(id), trail: await world.trail(id) };
}

async function failedAtLuma(code: string) {
  const said = { state: 'failed', output: [], failure_reason: 'why', failure_code: code };
  const world = new EndpointWorld(luma.describe({}), {
    submit: [{ status: 201, body: { id: 'g-1', state: 'queued' } }],
    poll: [{ body: { id: 'g-1', ...said } }],
  });
  const id = await world.order(60_000);
  return { job: await world.job(id), trail: await world.trail(id) };
}

async function failedAtVidu(credits: JsonValue) {
  const said = { state: 'failed', err_code: 'CreationPolicyViolation', credits, creations: [] };
  const world = new EndpointWorld(vidu.describe({}), {
    submit: [{ body: { task_id: 'v-1', state: 'created', credits: 60 } }],
    poll: [{ body: { id: 'v-1', ...said } }],
  });
  const id = await world.order(60_000);
  return { job: await world.job(id), trail: await world.trail(id) };
}

async function failedAtDashScope(fields: { readonly usage?: JsonValue }) {
  const output = { task_id: 't-1', task_status: 'FAILED', code: 'InternalError', message: 'why' };
  const world = new EndpointWorld(dashscope.describe({}), {
    submit: [{ body: { output: { task_id: 't-1', task_status: 'PENDING' }, request_id: 'r-1' } }],
    poll: [{ body: { request_id: 'r-1', output, ...fields } }],
  });
  const id = await world.order(60_000);
  return { job: await world.job(id), trail: await world.trail(id) };
}

async function failedAtOpenRouter(fields: { readonly usage?: JsonValue }) {
  const body = { id: 'gen-vid-1', status: 'failed', error: 'Content policy violation', ...fields };
  const script = { submit: [{ body: { id: 'gen-vid-1', status: 'pending' } }], poll: [{ body }] };
  const world = new EndpointWorld(openrouter.describe({}), script);
  const id = await world.order(60_000);
  return { job: await world.job(id), trail: await world.trail(id) };
}

async function failedAtReplicate(fields: { readonly [field: string]: JsonValue }) {
  const body = { id: 'p-1', status: 'failed', error: 'flagged as sensitive (E005)', ...fields };
  const script = { submit: [{ body: { id: 'p-1', status: 'starting' } }], poll: [{ body }] };
  const world = new EndpointWorld(replicate.describe({}), script, { model: 'maker/new' });
  const id = await world.order(60_000);
  return { job: await world.job(id), trail: await world.trail(id) };
}

async function failedAtFal(status: number, type: string) {
  const state = { body: { status: 'COMPLETED', request_id: 'r-1' } };
  const result = { status, body: { detail: [{ loc: ['body'], msg: 'why', type }] } };
  const submit = [{ body: { status: 'IN_QUEUE', request_id: 'r-1' } }];
  // A failure is read several times before it counts.
  const script = { submit, poll: Array.from({ length: 5 }, () => [state, result]).flat() };
  const world = new EndpointWorld(fal.describe({}), script, { model: 'maker/new' });
  const id = await world.order(60_000);
  return { job: await world.job(id), trail: await world.trail(id) };
}

describe('a failure that the provider billed', () => {
  it('[providers.money.failed-bill] is paid by the account at what was charged, and shown with its figures', async () => {
    const figures = { completion_tokens: 50_638, total_tokens: 50_638 };
    const { job, trail } = await failedAtArk(figures);
    const usage = { unit: 'tokens', amount: 50_638, figures };
    expect(job).toMatchObject({ state: 'failed', quota: 'released', credit: 'settled' });
    expect(job.spend).toMatchObject({ actual: 50_638, usage });
    expect(trail).toContainEqual(
      expect.objectContaining({ what: 'upstream-failed', charge: 'charged', usage }),
    );
  });

  it('[providers.money.failed-bill] is so in units, too', async () => {
    const { job } = await failedAtKling('1.8');
    expect(job).toMatchObject({ state: 'failed', credit: 'settled', spend: { actual: 180 } });
  });

  it('[providers.money.failed-bill][providers.openrouter.usage] of OpenRouter is paid at the stated cost', async () => {
    const { job, trail } = await failedAtOpenRouter({ usage: { cost: 0.4, is_byok: false } });
    expect(job).toMatchObject({ state: 'failed', quota: 'released', credit: 'settled' });
    expect(job.spend?.actual).toBe(400_000);
    expect(trail).toContainEqual(
      expect.objectContaining({ what: 'upstream-failed', charge: 'charged' }),
    );
  });

  it.each([
    ['at what remains charged', { cost: { credits: 36 } }, 36],
    ['as far as is known where no cost is stated', {}, null],
  ])(
    '[providers.money.failed-bill][providers.runway.failures] a video that Runway moderates is paid, %s',
    async (_how, fields, actual) => {
      const { job, trail } = await failedAtRunway(fields);
      expect(job).toMatchObject({ state: 'failed', quota: 'released', credit: 'settled' });
      expect(job.spend?.actual ?? null).toBe(actual);
      expect(trail).toContainEqual(
        expect.objectContaining({ what: 'upstream-failed', charge: 'charged' }),
      );
    },
  );

  it.each([
    ['at its stated cost', { usage: { cost_in_usd_ticks: 2_500_000_000 } }, 250_000],
    ['as far as is known without one', {}, null],
  ])(
    '[providers.money.failed-bill][providers.xai.withheld] a video that xAI withholds is paid, %s',
    async (_how, fields, actual) => {
      const { job, trail } = await withheldAtXai(fields);
      expect(job).toMatchObject({ state: 'failed', quota: 'released', credit: 'settled' });
      expect(job.spend?.actual ?? null).toBe(actual);
      expect(trail).toContainEqual(
        expect.objectContaining({ what: 'upstream-failed', charge: 'charged' }),
      );
    },
  );

  it.each([
    ['costs its tokens', 40, 12, 168, 'settled', 'charged'],
    ['costs nothing without any', 0, 0, 0, 'released', 'not-charged'],
  ])(
    '[providers.money.failed-bill][providers.google.usage] of a text in place of a video by Google %s',
    async (_how, total_input_tokens, tokens, amount, credit, charge) => {
      const output_tokens_by_modality = [{ modality: 'text', tokens }];
      const usage = { total_input_tokens, output_tokens_by_modality };
      const { job, trail } = await filteredAtGoogle({ usage });
      expect(job).toMatchObject({ state: 'failed', quota: 'released', credit });
      expect(job.spend).toMatchObject({ usage: { unit: 'usd', amount } });
      expect(trail).toContainEqual(expect.objectContaining({ what: 'upstream-failed', charge }));
    },
  );

  it('[providers.money.failed-bill][providers.replicate.usage] of Replicate, which states no cost, is held to be paid as far as is known', async () => {
    const { job, trail } = await failedAtReplicate({ metrics: { predict_time: 12.5 } });
    expect(job).toMatchObject({ state: 'failed', quota: 'released' });
    expect(job.spend?.actual ?? null).toBeNull();
    expect(trail).toContainEqual(
      expect.objectContaining({ what: 'upstream-failed', charge: 'unknown' }),
    );
  });

  it.each([
    [422, 'content_policy_violation', 'unknown'],
    [500, 'internal_server_error', 'not-charged'],
  ])(
    '[providers.money.failed-bill][providers.fal.usage] of fal, %s with %s: charge %s',
    async (status, type, charge) => {
      const { job, trail } = await failedAtFal(status, type);
      expect(job).toMatchObject({ state: 'failed', quota: 'released' });
      expect(job.spend?.actual ?? null).toBeNull();
      expect(trail).toContainEqual(expect.objectContaining({ what: 'upstream-failed', charge }));
    },
  );

  it.each([
    ['content_moderated', 'not-charged'],
    ['budget_exhausted', 'unknown'],
  ])(
    '[providers.money.failed-bill][providers.luma.usage] of Luma, %s: charge %s',
    async (code, charge) => {
      const { job, trail } = await failedAtLuma(code);
      expect(job).toMatchObject({ state: 'failed', quota: 'released' });
      expect(job.spend?.actual ?? null).toBeNull();
      expect(trail).toContainEqual(expect.objectContaining({ what: 'upstream-failed', charge }));
    },
  );

  it.each([
    ['costs nothing', {}, 'released', 'not-charged'],
    [
      'is paid as far as is known if its seconds were counted',
      { usage: { duration: 5 } },
      'settled',
      'charged',
    ],
  ])(
    '[providers.money.failed-bill][providers.dashscope.failures] of DashScope %s',
    async (_how, fields, credit, charge) => {
      const { job, trail } = await failedAtDashScope(fields);
      expect(job).toMatchObject({ state: 'failed', quota: 'released', credit });
      expect(job.spend?.actual ?? null).toBeNull();
      expect(trail).toContainEqual(expect.objectContaining({ what: 'upstream-failed', charge }));
    },
  );

  it.each([
    ['ark', () => failedAtArk({ completion_tokens: 0 })],
    ['kling', () => failedAtKling('0')],
    ['openrouter', () => failedAtOpenRouter({ usage: { cost: 0, is_byok: true } })],
  ])(
    '[providers.money.failed-bill] of nothing, at %s, gives everything back',
    async (_name, failed) => {
      const { job, trail } = await failed();
      expect(job).toMatchObject({
        quota: 'released',
        credit: 'released',
        spend: { usage: { amount: 0 } },
      });
      expect(trail).toContainEqual(expect.objectContaining({ charge: 'not-charged' }));
    },
  );

  it.each([
    [
      'is paid as far as is known if its seconds were counted',
      { total_seconds: 5 },
      'settled',
      'charged',
    ],
    ['costs nothing without seconds', {}, 'released', 'unknown'],
  ])(
    '[providers.money.failed-bill][providers.minimax.failures] of a video that MiniMax withholds %s',
    async (_how, usage, credit, charge) => {
      const { job, trail } = await failedAtMiniMax(usage);
      expect(job).toMatchObject({ state: 'failed', quota: 'released', credit });
      expect(job.spend?.actual ?? null).toBeNull();
      expect(trail).toContainEqual(expect.objectContaining({ what: 'upstream-failed', charge }));
    },
  );

  it('[providers.money.failed-bill][providers.vidu.usage] of some credits, at Vidu, is of unknown charge', async () => {
    const { job, trail } = await failedAtVidu(60);
    expect(job).toMatchObject({ state: 'failed', quota: 'released' });
    expect(job.spend?.actual ?? null).toBeNull();
    expect(trail).toContainEqual(expect.objectContaining({ charge: 'unknown' }));
  });

  it.each([
    ['Runway', () => failedAtRunway({ cost: { credits: 0 } })],
    ['Vidu', () => failedAtVidu(0)],
  ])(
    '[providers.money.failed-bill] of nothing, at %s, gives back what was charged at acceptance',
    async (_name, failed) => {
      const { job, trail } = await failed();
      expect(job).toMatchObject({
        quota: 'released',
        credit: 'returned',
        spend: { usage: { amount: 0 } },
      });
      expect(trail).toContainEqual(expect.objectContaining({ charge: 'not-charged' }));
    },
  );

  it.each([
    ['ark', 'usage', () => failedAtArk('a lot')],
    ['kling', 'billing', () => failedAtKling(['1.8'])],
    ['openrouter', 'usage', () => failedAtOpenRouter({ usage: { cost: null } })],
    ['runway', 'cost', () => failedAtRunway({ cost: 'a lot' })],
    ['vidu', 'credits', () => failedAtVidu('a lot')],
  ])(
    '[providers.engine.unread-told] at %s, with an unreadable bill, still fails',
    async (_name, field, failed) => {
      const { job, trail } = await failed();
      expect(job).toMatchObject({ state: 'failed', quota: 'released' });
      expect(trail).toContainEqual(
        expect.objectContaining({ what: 'upstream-failed', unread: [field] }),
      );
    },
  );
});
