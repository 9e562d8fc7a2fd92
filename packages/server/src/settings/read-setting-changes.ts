import { mostItems } from './forms.ts';
import { withNearest } from './nearest-names.ts';
import { jsonTypeOf, shapeOf } from './setting-description.ts';
import {
  isChangeable,
  isSecretSetting,
  settingByShortName,
  settingMask,
  shortSettingName,
} from './setting-name.ts';
import { type SettingName, settingNames } from './settings-schema.ts';
import type { SettingTexts } from './stored-settings.ts';

/** Changes sent by an administrator, by short name, with unchecked values. */
export interface RequestedChanges {
  readonly [shortName: string]: unknown;
}

/** The changes as texts, or every problem, one sentence each. */
export type ReadChanges =
  | { readonly kind: 'read'; readonly changes: SettingTexts }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

type ReadText =
  | { readonly kind: 'text'; readonly text: string | null }
  | { readonly kind: 'problem'; readonly problem: string };

const changeableNames: readonly string[] = [
  shortSettingName('FILMGATE_SERVICE_API_KEY'),
  ...settingNames.filter(isChangeable).map(shortSettingName),
];

/** Maximum number of problems in a response, and of UTF-16 units of a name repeated in one. */
const mostProblems = 20;
const longestShown = 100;
/** Maximum length of one setting, in UTF-16 units: real lists of hosts or aliases are far shorter. */
const longestText = 65_536;

/** Reads the names and the JSON types of values; the meaning of a text is checked by the rules of the environment. */
export function readSettingChanges(requested: RequestedChanges): ReadChanges {
  const changes = new Map<SettingName, string | null>();
  const problems: string[] = [];
  for (const [shortName, value] of Object.entries(requested)) {
    if (problems.length === mostProblems) break;
    const name = settingByShortName(shortName);
    const read = name === undefined ? unknownName(shortName) : readChange(name, value);
    if (read.kind === 'problem') problems.push(read.problem);
    else if (name !== undefined) changes.set(name, read.text);
  }
  return problems.length > 0 ? { kind: 'refused', problems } : { kind: 'read', changes };
}

function unknownName(shortName: string): ReadText {
  const shown = JSON.stringify(shortName.slice(0, longestShown));
  const sentence = withNearest(`${shown} is not a setting`, shortName, changeableNames);
  return { kind: 'problem', problem: `${sentence}.` };
}

function readChange(name: SettingName, value: unknown): ReadText {
  const shortName = shortSettingName(name);
  if (!isChangeable(name)) {
    const problem = `${shortName} can only be set in the environment: set ${name} and restart the gateway.`;
    return { kind: 'problem', problem };
  }
  if (value === settingMask && isSecretSetting(name)) {
    const problem = `${shortName} is the mask of the secret; omit ${shortName} to keep the current value.`;
    return { kind: 'problem', problem };
  }
  const text = value === null ? null : textOf(name, value);
  if (text !== undefined && text !== null && text.length > longestText) {
    const problem = `${shortName} must have at most ${longestText} characters.`;
    return { kind: 'problem', problem };
  }
  if (text !== undefined) return { kind: 'text', text };
  return { kind: 'problem', problem: `${shortName} must be ${formOf(name)}.` };
}

function formOf(name: SettingName): string {
  if (shapeOf(name) === 'map')
    return `a string, an object of at most ${mostItems} aliases and their models, or null`;
  if (shapeOf(name) === 'list')
    return `a string, an array of at most ${mostItems} strings without commas, or null`;
  return plainForms[jsonTypeOf(name)];
}

const plainForms = {
  string: 'a string or null',
  number: 'a number, its string, or null',
  boolean: 'true, false, their string, or null',
} as const;

function textOf(name: SettingName, value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const shape = shapeOf(name);
  if (shape === 'list') return listText(value);
  if (shape === 'map') return aliasesText(value);
  return typeof value === jsonTypeOf(name) ? String(value) : undefined;
}

function listText(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length > mostItems) return undefined;
  const items: readonly unknown[] = value;
  const texts = items.filter((item) => typeof item === 'string');
  const whole = texts.length === items.length && texts.every((text) => !text.includes(','));
  return whole ? texts.join(',') : undefined;
}

function aliasesText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value);
  if (entries.length > mostItems) return undefined;
  const whole = entries.every(
    ([alias, model]) => typeof model === 'string' && !/[,=]/.test(`${alias}${model}`),
  );
  return whole ? entries.map(([alias, model]) => `${alias}=${String(model)}`).join(',') : undefined;
}
