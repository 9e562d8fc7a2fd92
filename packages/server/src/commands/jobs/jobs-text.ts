import type { CostUnit } from '@filmgate/core';
import type {
  AdminJobRecord,
  CheckedJobRecord,
  LookedUpWorkRecord,
  TrailStepRecord,
} from '@filmgate/http-adapter';
import { amountText } from '../video-cost.ts';
import type { ResolutionByHand } from './job-desk.ts';

const longestPrompt = 48;

/** One line for each job. */
export function listText(jobs: readonly AdminJobRecord[]): string {
  if (jobs.length === 0) return 'No jobs.';
  const rows = jobs.map(({ id, state, created_at: created, model, prompt }) => [
    id,
    state,
    created,
    model,
    oneLine(prompt, longestPrompt),
  ]);
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Text from outside on one line, without characters that move a terminal's cursor. */
function oneLine(text: string, longest: number): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ').trim();
  return plain.length > longest ? `${plain.slice(0, longest - 1)}…` : plain;
}

/** Formats a job with its trail. */
export function showText(job: AdminJobRecord, trail: readonly TrailStepRecord[]): string {
  return [
    jobText(job),
    ...trail.map(({ at, what, by, actor, detail }) => {
      const facts = Object.keys(detail).length === 0 ? '' : `  ${JSON.stringify(detail)}`;
      return `  ${at}  ${what}  ${actor === null ? by : oneLine(actor, longestPrompt)}${facts}`;
    }),
  ].join('\n');
}

/** Formats a job: its request, its account and the state of its credits. */
export function jobText(job: AdminJobRecord): string {
  const { id, state, model, prompt, owner, owner_name: name, error } = job;
  const where = job.route === null ? '' : ` (${job.route.endpoint}, ${job.route.model})`;
  const lines = [
    `${id}  ${state}`,
    `  prompt   ${oneLine(prompt, 200)}`,
    `  model    ${model}`,
    `  owner    ${name === null ? owner : `${oneLine(name, longestPrompt)} (${owner})`}`,
    `  account  ${job.account ?? job.account_id ?? 'none'}${where}`,
    `  price    ${job.price} credits, ${job.quota}`,
    `  cost     ${costText(job)}`,
  ];
  return [...lines, ...(error === null ? [] : [`  error    ${error.code}: ${error.message}`])].join(
    '\n',
  );
}

function costText({ spend, credit }: AdminJobRecord): string {
  if (spend === null) return 'none';
  const reported =
    spend.actual === null ? '' : `, reported ${amountText(spend.actual, spend.unit)}`;
  return `estimated ${amountText(spend.estimate, spend.unit)}${reported}, ${credit}`;
}

/** Formats the result of a check, with the candidates to choose from. */
export function checkText({ job, checked, candidates }: CheckedJobRecord): string {
  const asked =
    checked === 'upstream'
      ? 'The provider was queried.'
      : 'This job cannot be queried at a provider.';
  const reported = candidates.flatMap(
    ({ upstream_id: id, source, created_at: created, compared }) => [
      `  ${oneLine(id, 500)}  ${source === 'list' ? `created ${created ?? 'at an unknown time'}` : 'an ID in the lost response'}`,
      ...comparedLines(compared),
    ],
  );
  const pick =
    reported.length === 0
      ? []
      : ['Possible matches; resolve the job as one of these with --found ID:', ...reported];
  return [`${asked} Job ${job.id} is ${job.state}.`, ...pick].join('\n');
}

function comparedLines(compared: LookedUpWorkRecord['work']['compared']): readonly string[] {
  return compared.map(({ field, asked, reported }) => {
    const [one, other] = [asked === null ? 'not reported' : String(asked), String(reported)];
    const mark = one === other ? ' ' : '!';
    return `   ${mark} ${field}: requested ${oneLine(one, 200)}, reported ${oneLine(other, 200)}`;
  });
}

/** Formats work found at the provider beside the request of the job. */
export function workText({ work, sent_between: sent }: LookedUpWorkRecord): string {
  const { upstream_id: id, standing, created_at: created, compared, usage } = work;
  const took = usage === null ? [] : [`  charged  ${amountText(usage.amount, usage.unit)}`];
  return [
    `Work ${oneLine(id, 500)} at the provider: ${standing}.`,
    `  created  ${created ?? 'at an unknown time'}; the job was sent between ${sent.from} and ${sent.to}`,
    ...took,
    ...comparedLines(compared),
  ].join('\n');
}

/** Formats the effect of a resolution on the credits of some jobs. */
export function moneyText(jobs: readonly AdminJobRecord[], { outcome }: ResolutionByHand): string {
  const price = jobs.reduce((sum, job) => sum + job.price, 0);
  const costs = [...costsOf(jobs)];
  switch (outcome) {
    case 'charged':
      return [
        `Owners pay ${price} credits and get no video.`,
        ...costs.map(([account, cost]) => `The account ${account} has paid ${cost}.`),
      ].join('\n');
    case 'not_charged':
      return [
        `${price} credits are released to owners.`,
        ...costs.map(([account, cost]) => `${cost} are released to the account ${account}.`),
      ].join('\n');
    case 'found':
      return `${price} credits of the owner stay on hold until the video is stored.`;
  }
}

/** Sums the cost of jobs for each account, in its unit. */
function costsOf(jobs: readonly AdminJobRecord[]): ReadonlyMap<string, string> {
  const sums = new Map<string, { readonly unit: CostUnit; readonly amount: number }>();
  for (const { spend, account, account_id: id } of jobs) {
    if (spend === null) continue;
    const name = account ?? id ?? '(removed)';
    const amount = (sums.get(name)?.amount ?? 0) + (spend.actual ?? spend.estimate);
    sums.set(name, { unit: spend.unit, amount });
  }
  return new Map([...sums].map(([name, { unit, amount }]) => [name, amountText(amount, unit)]));
}
