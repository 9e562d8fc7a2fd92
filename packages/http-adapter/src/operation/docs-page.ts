import { createHash } from 'node:crypto';
import { escapeHtml, escapeProse } from '../mechanics/escape-html.ts';
import type {
  ShownContent,
  ShownDocument,
  ShownOperation,
  ShownSchema,
} from './openapi-document.ts';

const deepest = 4;

/** The fields of an object schema as a table, nested objects below their field. */
function renderFields(schema: ShownSchema, depth = 0): string {
  const object = objectWithin(schema);
  if (object?.properties === undefined || depth > deepest) return '';
  const required = new Set(object.required ?? []);
  const rows = Object.entries(object.properties).map(([name, field]) => {
    const mark = required.has(name) ? '' : ' <span class="soft">optional</span>';
    const inner = renderFields(field, depth + 1);
    const about = field.description === undefined ? '' : `<p>${escapeProse(field.description)}</p>`;
    return `<tr><th scope="row"><code>${escapeHtml(name)}</code>${mark}</th><td>${typeText(field)}${about}${inner}</td></tr>`;
  });
  return `<table><tbody>${rows.join('')}</tbody></table>`;
}

/** A schema's type in a few words; named schemas link to their section. */
function typeText(schema: ShownSchema): string {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`;
  if (schema.enum !== undefined) {
    return schema.enum
      .map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`)
      .join(' ');
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeText))].join(' or ');
  if (schema.items !== undefined) return `array of ${typeText(schema.items)}`;
  const type = typeof schema.type === 'string' ? schema.type : (schema.type?.join(' or ') ?? 'any');
  return escapeHtml(schema.format === undefined ? type : `${type} (${schema.format})`);
}

/** The object whose fields matter: the schema itself, a list's item, or the one choice that is an object. */
function objectWithin(schema: ShownSchema): ShownSchema | undefined {
  if (schema.properties !== undefined) return schema;
  if (schema.items !== undefined) return objectWithin(schema.items);
  const choices = schema.anyOf ?? schema.oneOf ?? [];
  return choices.map(objectWithin).find((choice) => choice !== undefined);
}

/** The whole style of the page, light and dark. */
const docsStyle = `
:root { color-scheme: light dark; --ink: #1c1e21; --soft: #5c636b; --line: #d9dde2; --page: #fff; --tint: #f4f6f8; --link: #0b57a4; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8ea; --soft: #9aa3ac; --line: #343a41; --page: #15181b; --tint: #1e2226; --link: #7db7f0; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; margin: 0; } h1 small { font-size: .9rem; color: var(--soft); font-weight: normal; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; } h4 { font-size: .85rem; margin: 1rem 0 .25rem; color: var(--soft); }
p { margin: .25rem 0; } a { color: var(--link); } code { font: .9em ui-monospace, monospace; }
.soft { color: var(--soft); font-size: .9em; font-weight: normal; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: .75rem 0; border-bottom: 1px solid var(--line); }
details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: 0 .75rem; }
details[open] { padding-bottom: .75rem; } summary { cursor: pointer; padding: .5rem 0; }
summary:focus-visible, a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.method { display: inline-block; min-width: 4.2rem; text-align: center; font: 600 .75rem/1.6 ui-monospace, monospace; border-radius: 4px; background: var(--tint); border: 1px solid var(--line); }
table { border-collapse: collapse; width: 100%; margin: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .35rem .5rem; border-top: 1px solid var(--line); }
th { width: 11rem; font-weight: normal; } td table th { width: 9rem; }
@media (max-width: 40rem) { th, td { display: block; width: auto; } td { border-top: 0; padding-top: 0; } td table th { width: auto; } }
`;

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
