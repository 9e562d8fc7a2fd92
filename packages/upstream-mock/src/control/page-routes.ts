import * as z from 'zod';
import { controlPart } from '../page/control-part.ts';
import { html } from '../page/html.ts';
import { jobsPart } from '../page/jobs-part.ts';
import { pageReply } from '../page/page-frame.ts';
import { requestPart } from '../page/request-page.ts';
import { requestsPart } from '../page/requests-part.ts';
import { spacesPart } from '../page/spaces-part.ts';
import { findingsAtOnce, verdictPart } from '../page/verdict-part.ts';
import type { MockSpace } from '../space/mock-space.ts';
import type { MockSpaces } from '../space/mock-spaces.ts';
import { basePath } from '../wires/personality-names.ts';
import { spacePath } from '../space/space-name.ts';
import { checkClients, wasCalled } from '../verdict/check-clients.ts';
import { type ProviderResponse, textReply } from '../http/provider-request.ts';
import type { MockJob } from '../job/mock-job.ts';
import { actByForm } from './act-by-form.ts';
import { viewClock } from './clock-routes.ts';
import { type ControlCall, type ControlRoute, invalid } from './control-route.ts';
import { findRequest } from '../records/kept-request.ts';
import { notKept, requestParameters } from './request-history-routes.ts';
import { readQuery } from '../input/strict-input.ts';

const position = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
  .optional();

/** The page of all spaces, which belongs to none. */
export function listPage(spaces: MockSpaces, { query }: ControlCall): ProviderResponse {
  const read = readQuery(query, { from: position, name: z.string().max(200).optional() });
  if (read.kind === 'refused') return invalid(read.message);
  return pageReply({
    title: 'Spaces',
    isList: true,
    main: spacesPart(spaces, read.value),
  });
}

/** The page of a space for people: the truth, the responses to its clients, and buttons [mock.page]. */
export const pageRoutes: readonly Omit<ControlRoute, 'query' | 'body'>[] = [
  {
    method: 'GET',
    path: '',
    handle: (space, call) => {
      const read = readQuery(call.query, {
        jobs: position,
        findings: position,
        requests: position,
      });
      return read.kind === 'refused'
        ? invalid(read.message)
        : spacePage(space, { ...read.value, host: call.host });
    },
  },
  {
    method: 'POST',
    path: '',
    handle: async (space, call) => {
      const acted = await actByForm(space, call);
      if (acted.kind === 'refused')
        return spacePage(space, { host: call.host, problem: acted.message });
      const headers = { location: `/_mock/s/${space.name}/` };
      return { ...textReply(303, 'text/plain', ''), headers };
    },
  },
  {
    method: 'GET',
    path: 'request.html',
    handle: ({ name, world: { requestHistory } }, { query }) => {
      const read = readQuery(query, requestParameters);
      if (read.kind === 'refused') return invalid(read.message);
      const { request, with: other } = read.value;
      const found = findRequest(requestHistory, request, other);
      return pageReply({
        title: `Request ${request}`,
        status: found === undefined ? 404 : 200,
        main:
          found === undefined
            ? html`<p>${notKept(requestHistory.journal)}</p>`
            : requestPart(name, found),
      });
    },
  },
  {
    method: 'GET',
    path: 'video',
    handle: (space, call) => showResult(space, call, (job) => space.results.show(job, call.range)),
  },
  {
    method: 'GET',
    path: 'still',
    handle: (space, call) =>
      showResult(space, call, async (job) => {
        const reply = await space.results.still(job);
        // The page is reloaded often, and the URL identifies the drawing, so browsers may cache it.
        return {
          ...reply,
          headers: { ...reply.headers, 'cache-control': 'private, max-age=3600' },
        };
      }),
  },
];

/** The file of a completed job, or its still. */
function showResult(
  { world }: MockSpace,
  { query }: ControlCall,
  show: (job: MockJob) => Promise<ProviderResponse>,
): Promise<ProviderResponse> | ProviderResponse {
  const read = readQuery(query, { job: z.string().min(1), drawn: z.string().optional() });
  if (read.kind === 'refused') return invalid(read.message);
  const job = world.requestHistory.ofJob(read.value.job)?.job;
  const isThere = job?.recorded === undefined && job !== undefined;
  return isThere && world.jobs.stateOf(job) === 'completed'
    ? show(job)
    : invalid('no completed job has this id');
}

interface PageWish {
  readonly host: string;
  readonly jobs?: number | undefined;
  readonly findings?: number | undefined;
  readonly requests?: number | undefined;
  /** Reason why an action was not performed. */
  readonly problem?: string;
}

function spacePage(space: MockSpace, { host, jobs, requests, findings = 0, problem }: PageWish) {
  const { name, world, personalities } = space;
  const base = `/_mock/s/${name}/`;
  const checked = checkClients(space, { limit: findings + findingsAtOnce });
  const counts = world.accounts.counts();
  const figures = [
    ['jobs accepted', counts.accepted],
    ['credits charged', counts.taken],
    ['credits wasted', checked.wasted],
    ['jobs still open', counts.running],
    ['jobs failed', counts.failed],
  ] as const;
  const url = `http://${host}${spacePath(name)}`;
  const main = html`${problem === undefined ? null : html`<p class="card bad-text" role="alert">${problem}</p>`}
${wasCalled(space) ? verdictPart(checked, { from: findings, base }) : uncalledPart(url)}
<dl id="figures" data-live class="figures">${figures.map(([text, count]) => html`<div><dt>${text}</dt><dd>${count}</dd></div>`)}</dl>
<div class="sides">${controlPart(viewClock(space), world.rules.all())}
<div>${jobsPart(space, base, jobs)}
${requestsPart(space, base, requests)}</div></div>
<footer><h2>For clients and tests</h2>
${baseUrlsPart(url, [...personalities.keys()])}
<p>As JSON: <a href="${base}verdict">verdict</a>, <a href="${base}ledger?limit=100">ledger</a>, <a href="${base}journal">journal</a>.</p></footer>`;
  const status = problem === undefined ? 200 : 400;
  return pageReply({ title: `Space ${name}`, main, status });
}

/** URLs that a client accepts as its base URL. */
function baseUrlsPart(url: string, wires: readonly string[]) {
  const rows = [['the mock’s own API', url], ...wires.map((wire) => [wire, url + basePath(wire)])];
  return html`<table><thead><tr><th scope="col">API</th><th scope="col">Base URL of its clients</th></tr></thead>
<tbody>${rows.map(([wire = '', base = '']) => html`<tr><th scope="row">${wire}</th><td><code>${base}</code></td></tr>`)}</tbody></table>`;
}

function uncalledPart(url: string) {
  return html`<section id="verdict" data-live class="card verdict"><h2>No requests yet</h2><p>Point a client at <code>${url}</code>.</p></section>`;
}
