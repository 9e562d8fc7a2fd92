import { escapeHtml, escapeProse } from '../mechanics/escape-html.ts';
import type { ShownSchema } from './openapi-document.ts';

const deepest = 4;

/** The fields of an object schema as a table, nested objects below their field. */
export function renderFields(schema: ShownSchema, depth = 0): string {
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
export function typeText(schema: ShownSchema): string {
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
