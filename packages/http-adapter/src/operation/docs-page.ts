import { createHash } from 'node:crypto';
import { renderFields, typeText } from './docs-schema.ts';
import { docsStyle } from './docs-style.ts';
import { escapeHtml, escapeProse } from '../mechanics/escape-html.ts';
import type { ShownContent, ShownDocument, ShownOperation } from './openapi-document.ts';

const styleHash = createHash('sha256').update(docsStyle).digest('base64');

/** Nothing from outside, no script, and only this page's own style. */
export const docsSecurityPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Tag of the routes that are no surface's; they come last. */
export const operationTag = 'Operation';

interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: ShownOperation;
}

/** An OpenAPI document as one page that needs nothing else. */
export function renderDocsPage(document: ShownDocument): string {
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'head')
      .map(([method, operation]): Route => ({ method, path, operation })),
  );
  const tags = [...new Set(routes.flatMap(({ operation }) => operation.tags))].toSorted(
    (one, other) => Number(one === operationTag) - Number(other === operationTag),
  );
  const { title, version, description = '' } = document.info;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${docsStyle}</style>
</head>
<body>
<header>
<h1>${escapeHtml(title)} <small>${escapeHtml(version)}</small></h1>
${paragraphs(description)}
<p class="soft">${document.servers.map(({ url }) => `<code>${escapeHtml(url)}</code>`).join(' ')} · <a href="openapi.json">openapi.json</a></p>
</header>
<nav aria-label="Contents">${contents(tags)}</nav>
<main>
${tags.map((tag) => renderTag(tag, routes)).join('\n')}
${renderCredentials(document)}
${renderSchemas(document)}
</main>
</body>
</html>
`;
}

function contents(tags: readonly string[]): string {
  const links = tags.map((tag) => `<a href="#${anchor(tag)}">${escapeHtml(tag)}</a>`);
  return [
    ...links,
    '<a href="#credentials">Credentials</a>',
    '<a href="#schemas">Objects</a>',
  ].join(' ');
}

function renderTag(tag: string, routes: readonly Route[]): string {
  const own = routes.filter(({ operation }) => operation.tags.includes(tag));
  return `<section id="${anchor(tag)}"><h2>${escapeHtml(tag)}</h2>\n${own.map(renderRoute).join('\n')}</section>`;
}

function renderRoute({ method, path, operation }: Route): string {
  const {
    summary = '',
    description = '',
    parameters,
    requestBody,
    responses,
    security,
  } = operation;
  const credentials = (security ?? []).flatMap((one) => Object.keys(one));
  return `<details>
<summary><span class="method ${escapeHtml(method)}">${escapeHtml(method.toUpperCase())}</span> <code>${escapeHtml(path)}</code> <span class="soft">${escapeHtml(summary)}</span></summary>
${paragraphs(description)}
<p class="soft">Credential: ${credentials.length === 0 ? 'none' : credentials.map((name) => `<a href="#credentials">${escapeHtml(name)}</a>`).join(', ')}</p>
${parameters.length === 0 ? '' : `<h4>Parameters</h4>${renderParameters(parameters)}`}
${requestBody === undefined ? '' : `<h4>Body</h4>${renderContent(requestBody.content)}`}
<h4>Answers</h4>
<table><tbody>${Object.entries(responses)
    .map(
      ([status, answer]) =>
        `<tr><th scope="row">${escapeHtml(status)}</th><td>${escapeProse(answer.description ?? '')} ${renderContent(answer.content ?? {})}</td></tr>`,
    )
    .join('')}</tbody></table>
</details>`;
}

function renderParameters(parameters: ShownOperation['parameters']): string {
  const rows = parameters.map(({ name, in: place, description = '', required, schema = {} }) => {
    const mark = required === true ? '' : ' <span class="soft">optional</span>';
    return `<tr><th scope="row"><code>${escapeHtml(name)}</code>${mark}</th><td>${escapeHtml(place)}, ${typeText(schema)}<p>${escapeProse(description)}</p></td></tr>`;
  });
  return `<table><tbody>${rows.join('')}</tbody></table>`;
}

/** Bodies of one shape are shown once, with all their media types. */
function renderContent(content: ShownContent): string {
  const byShape = Map.groupBy(Object.entries(content), ([, { schema }]) =>
    JSON.stringify(schema ?? null),
  );
  return [...byShape.values()]
    .map((entries) => {
      const types = entries.map(([type]) => `<code>${escapeHtml(type)}</code>`).join(' or ');
      const schema = entries[0]?.[1].schema ?? {};
      return `<p>${types}: ${typeText(schema)}</p>${renderFields(schema)}`;
    })
    .join('');
}

function renderSchemas({ components }: ShownDocument): string {
  const articles = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<article id="schema-${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${renderFields(schema)}</article>`,
  );
  return `<section id="schemas"><h2>Objects</h2>\n${articles.join('\n')}\n</section>`;
}

function renderCredentials({ components }: ShownDocument): string {
  const rows = Object.entries(components.securitySchemes).map(
    ([name, { description = '' }]) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${escapeProse(description)}</td></tr>`,
  );
  return `<section id="credentials"><h2>Credentials</h2><table><tbody>${rows.join('')}</tbody></table></section>`;
}

function paragraphs(text: string): string {
  return text
    .split('\n\n')
    .filter((part) => part !== '')
    .map((part) => `<p>${escapeProse(part)}</p>`)
    .join('\n');
}

function anchor(tag: string): string {
  return `tag-${tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
}
