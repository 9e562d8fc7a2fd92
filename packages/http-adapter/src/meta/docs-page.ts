import { createHash } from 'node:crypto';
import { escapeHtml, escapeProse } from '../http/escape-html.ts';
import {
  type ShownContent,
  type ShownDocument,
  shownDocument,
  type ShownOperation,
  type ShownSchema,
} from './shown-document.ts';

/** Below this depth, objects are named by their type alone. */
const deepest = 4;

/** The style of the page, light and dark. */
const docsStyle = `
:root { color-scheme: light dark; --ink: #1c1e21; --soft: #5c636b; --line: #d9dde2; --page: #fff; --tint: #f4f6f8; --link: #0b57a4; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8ea; --soft: #9aa3ac; --line: #343a41; --page: #15181b; --tint: #1e2226; --link: #7db7f0; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; margin: 0; } h1 small { font-size: .9rem; color: var(--soft); font-weight: normal; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; } details h3 { font-size: .85rem; margin: 1rem 0 .25rem; color: var(--soft); }
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

/** No external sources, no script, and only this page's own style. */
export const docsSecurityPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Tag of the routes that belong to no surface; they come last. */
export const operationTag = 'Operation';

/**
 * Renders an OpenAPI document as one self-contained page.
 *
 * @throws ZodError when it is not an OpenAPI document
 */
export function renderDocsPage(document: unknown): string {
  const shown = shownDocument.parse(document);
  const { info, servers } = shown;
  const sections = sectionsOf(shown);
  const contents = sections.map(
    ({ title }) => `<a href="#${anchor(title)}">${escapeHtml(title)}</a>`,
  );
  const title = escapeHtml(info.title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${docsStyle}</style>
</head>
<body>
<header>
<h1>${title} <small>${escapeHtml(info.version)}</small></h1>
${paragraphs(info.description)}
<p class="soft">${servers.map(({ url }) => code(url)).join(' ')} · <a href="openapi.json">openapi.json</a></p>
</header>
<nav aria-label="Contents">${contents.join(' ')}</nav>
<main>
${sections.map(renderSection).join('\n')}
</main>
</body>
</html>
`;
}

interface Section {
  readonly title: string;
  readonly body: readonly string[];
}

function renderSection({ title, body }: Section): string {
  return `<section id="${anchor(title)}"><h2>${escapeHtml(title)}</h2>\n${body.join('\n')}</section>`;
}

/** Lists the routes by their tags, then the schemas they refer to. */
function sectionsOf({ paths, components }: ShownDocument): readonly Section[] {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'head')
      .map(([method, described]) => ({ method, path, described })),
  );
  const tags = [...new Set(routes.flatMap(({ described }) => described.tags))].toSorted(
    (one, other) => Number(one === operationTag) - Number(other === operationTag),
  );
  const sections = tags.map((tag) => ({
    title: tag,
    body: routes.filter(({ described }) => described.tags.includes(tag)).map(renderRoute),
  }));
  const credentials = Object.entries(components.securitySchemes).map(([name, { description }]) =>
    row(code(name), escapeProse(description)),
  );
  const objects = Object.entries(components.schemas).map(
    ([name, shown]) =>
      `<article id="schema-${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${fields(shown)}</article>`,
  );
  return [
    ...sections,
    { title: 'Credentials', body: [table(credentials)] },
    { title: 'Objects', body: objects },
  ];
}

function renderRoute(route: { method: string; path: string; described: ShownOperation }): string {
  const { method, path, described } = route;
  const credentials = described.security.flatMap((one) => Object.keys(one));
  const links = credentials.map((name) => `<a href="#tag-credentials">${escapeHtml(name)}</a>`);
  const parameters = described.parameters.map((one) =>
    row(
      named(one.name, one.required),
      `${escapeHtml(one.in)}, ${typeText(one.schema)}<p>${escapeProse(one.description)}</p>`,
    ),
  );
  const responses = Object.entries(described.responses).map(([status, response]) =>
    row(escapeHtml(status), `${escapeProse(response.description)} ${bodies(response.content)}`),
  );
  const body = described.requestBody;
  return `<details>
<summary><span class="method">${escapeHtml(method.toUpperCase())}</span> ${code(path)} <span class="soft">${escapeHtml(described.summary)}</span></summary>
${paragraphs(described.description)}
<p class="soft">Credential: ${links.length === 0 ? 'none' : links.join(', ')}</p>
${parameters.length === 0 ? '' : `<h3>Parameters</h3>${table(parameters)}`}
${body === undefined ? '' : `<h3>Body</h3>${bodies(body.content)}`}
<h3>Responses</h3>
${table(responses)}
</details>`;
}

/** Renders bodies of one shape once, with all their media types. */
function bodies(shown: ShownContent): string {
  const byShape = Map.groupBy(Object.entries(shown), ([, body]) => JSON.stringify(body));
  return [...byShape.values()]
    .map((entries) => {
      const types = entries.map(([type]) => code(type)).join(' or ');
      const body = entries[0]?.[1].schema;
      return `<p>${types}: ${typeText(body)}</p>${fields(body)}`;
    })
    .join('');
}

/** Renders the fields of an object schema as a table, nested objects below their field. */
function fields(shown: ShownSchema | undefined, depth = 0): string {
  const object = objectWithin(shown);
  if (object?.properties === undefined || depth > deepest) return '';
  const rows = Object.entries(object.properties).map(([name, field]) => {
    const about = field.description === undefined ? '' : `<p>${escapeProse(field.description)}</p>`;
    const isRequired = object.required.includes(name);
    return row(named(name, isRequired), `${typeText(field)}${about}${fields(field, depth + 1)}`);
  });
  return table(rows);
}

/** Returns the object whose fields matter: the schema itself, a list's item, or the one choice that is an object. */
function objectWithin(shown: ShownSchema | undefined): ShownSchema | undefined {
  if (shown === undefined || shown.properties !== undefined) return shown;
  const parts = shown.items === undefined ? (shown.anyOf ?? shown.oneOf ?? []) : [shown.items];
  return parts.map(objectWithin).find((part) => part !== undefined);
}

/** Describes a schema's type in a few words; named schemas link to their section. */
function typeText(shown: ShownSchema | undefined): string {
  const name = shown?.$ref?.split('/').at(-1);
  if (name !== undefined) return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;
  const values = shown?.const === undefined ? shown?.enum : [shown.const];
  if (values !== undefined) return values.map((value) => code(JSON.stringify(value))).join(' ');
  const choices = shown?.anyOf ?? shown?.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeText))].join(' or ');
  if (shown?.items !== undefined) return `array of ${typeText(shown.items)}`;
  const type = [shown?.type ?? 'any'].flat().join(' or ');
  return escapeHtml(shown?.format === undefined ? type : `${type} (${shown.format})`);
}

function code(shown: string): string {
  return `<code>${escapeHtml(shown)}</code>`;
}

function named(name: string, isRequired: boolean): string {
  return `${code(name)}${isRequired ? '' : ' <span class="soft">optional</span>'}`;
}

function row(head: string, cell: string): string {
  return `<tr><th scope="row">${head}</th><td>${cell}</td></tr>`;
}

function table(rows: readonly string[]): string {
  return `<table><tbody>${rows.join('')}</tbody></table>`;
}

function paragraphs(shown: string): string {
  const parts = shown.split('\n\n').filter((part) => part !== '');
  return parts.map((part) => `<p>${escapeProse(part)}</p>`).join('\n');
}

function anchor(title: string): string {
  return `tag-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
}
