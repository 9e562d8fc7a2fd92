import { declarationOf, type SettingName, settingsSchema } from '../settings-schema.ts';
import en from './en.json' with { type: 'json' };
import zh from './zh.json' with { type: 'json' };

/** Texts of one setting in one language. `{{default}}` in the help stands for the default of the setting. */
interface SettingText {
  readonly title: string;
  readonly help: string;
}

type Texts = { readonly [N in SettingName]: SettingText };

/** A text in the languages of the console. */
export interface BothLanguages {
  readonly en: string;
  readonly zh: string;
}

/** Every text by language, in the form that i18next reads. */
export const settingTexts: { readonly [L in keyof BothLanguages]: Texts } = { en, zh };

const defaults = settingsSchema.parse({});
const flagWords = { en: ['off', 'on'], zh: ['关闭', '开启'] } as const;
const kib = 1024;

/** Title of a setting in both languages. */
export function titleOf(name: SettingName): BothLanguages {
  return { en: settingTexts.en[name].title, zh: settingTexts.zh[name].title };
}

/** Help of a setting in both languages, with its default filled in. */
export function helpOf(name: SettingName): BothLanguages {
  return { en: filledHelp(name, 'en'), zh: filledHelp(name, 'zh') };
}

function filledHelp(name: SettingName, language: keyof BothLanguages): string {
  const { help } = settingTexts[language][name];
  return help.replaceAll('{{default}}', () => defaultText(name, language));
}

function defaultText(name: SettingName, language: keyof BothLanguages): string {
  const value = defaults[name];
  if (typeof value === 'boolean') return flagWords[language][value ? 1 : 0];
  if (typeof value !== 'number') return typeof value === 'string' ? value : '';
  const { unit } = declarationOf(name);
  if (unit === 'bytes') return sizeText(value);
  return unit === 'mebibytes' ? sizeText(value * kib ** 2) : String(value);
}

/** Bytes in the largest unit that needs no fraction, for example "10 GiB". */
function sizeText(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB'];
  let [size, power] = [bytes, 0];
  while (size % kib === 0 && power < units.length - 1) [size, power] = [size / kib, power + 1];
  return `${size} ${units[power] ?? ''}`;
}
