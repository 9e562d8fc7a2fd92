import type { KeptRequest } from '../records/kept-request.ts';
import type { FieldDifference } from '../records/request-differences.ts';
import { type Html, html } from './html.ts';
import { requestLink } from './requests-part.ts';
import { instant, stranger } from './shown-text.ts';

/** Differences on the page. */
const mostDifferences = 50;
const longestValue = 400;

/** A request with its bodies, and what differs from an earlier one [mock.page.requests]. */
export function requestPart(space: string, kept: KeptRequest): Html {
  const { entry, request_body: sent, response_body: received, compared } = kept;
  const { op, wire, job, logical_key: key, attempt, truth, rule, reported, ended, client } = entry;
  const facts: readonly (readonly [name: string, value: string | Html | null])[] = [
    ['Space', html`<a href="/_mock/s/${space}/">${space}</a>`],
    ['Time', instant(entry.at)],
    ['API', wire],
    ['Operation', op],
    ['Job', job],
    ['Work', key === null ? null : stranger(key, longestValue)],
    ['Attempt', attempt === null ? null : String(attempt)],
    ['Truth', truth],
    ['Rule', rule === null ? null : html`<code>${rule.name}</code>: ${rule.why}`],
    [
      'Response',
      reported?.kind === 'response' ? String(reported.status) : (reported?.kind ?? null),
    ],
    ['End', ended],
    ...Object.entries(client).map(
      ([name, value]) => [name, stranger(value, longestValue)] as const,
    ),
  ];
  const query = entry.query.length === 0 ? '' : `?${entry.query.join('&')}`;
  return html`<p><code>${entry.method} ${stranger(entry.path + query, longestValue)}</code></p>
<dl class="facts">${facts.map(([name, value]) => (value === null ? null : html`<div><dt>${name}</dt><dd>${value}</dd></div>`))}</dl>
${compared === null ? null : differencesPart(space, compared)}
${bodyPart('Request body', sent)}
${bodyPart('Response body', received)}`;
}

function differencesPart(
  space: string,
  { request, differences }: NonNullable<KeptRequest['compared']>,
): Html {
  const rest = differences.length - mostDifferences;
  return html`<section aria-labelledby="differences"><h2 id="differences">Differences from ${requestLink(space, request)}</h2>
${
  differences.length === 0
    ? html`<p>None: the requests are equal.</p>`
    : html`<table><thead><tr><th scope="col">Field</th><th scope="col">Request ${request}</th><th scope="col">This request</th></tr></thead>
<tbody>${differences.slice(0, mostDifferences).map((one) => differenceRow(one))}</tbody></table>`
}${rest > 0 ? html`<p class="soft">and ${rest} more</p>` : null}</section>`;
}

function differenceRow({ field, earlier, later }: FieldDifference): Html {
  return html`<tr><th scope="row"><code>${field
    .slice(0, longestValue)
    .split('.')
    .map(
      (part, at) => html`${at === 0 ? null : html`.<wbr>`}${stranger(part)}`,
    )}</code></th>${[earlier, later].map((value) => html`<td>${value === null ? html`<span class="soft">none</span>` : html`<code>${stranger(value, longestValue)}</code>`}</td>`)}</tr>`;
}

function bodyPart(title: string, body: string | null): Html {
  return html`<section><h2>${title}</h2>${body === null ? html`<p class="soft">None, or no longer in the journal.</p>` : html`<pre class="card" tabindex="0" role="region" aria-label="${title}"><code>${indented(body)}</code></pre>`}</section>`;
}

/** JSON in lines; any other text as it is. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
