import { z } from 'zod';
import type { DeclaredSetting } from './declared/declared-setting.ts';
import { isChangeable, isSecretSetting } from './setting-name.ts';
import { declarationOf, type SettingName, settingsSchema } from './settings-schema.ts';
import { type BothLanguages, helpOf, titleOf } from './texts/setting-texts.ts';

/** Facts in the metadata of a form about the texts it parses. */
const formFacts = z.object({
  shape: z.enum(['list', 'map']).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});

/** Description of a setting for the console. */
export interface SettingDescription {
  readonly variable: SettingName;
  readonly group: DeclaredSetting['group'];
  readonly kind: 'text' | 'number' | 'flag' | 'choice' | 'list' | 'map';
  readonly unit: NonNullable<DeclaredSetting['unit']> | null;
  /** Bounds of a number, both included. */
  readonly minimum: number | null;
  readonly maximum: number | null;
  /** Values of a choice. */
  readonly choices: string[];
  readonly secret: boolean;
  readonly can_be_made: boolean;
  readonly restart_required: boolean;
  readonly title: BothLanguages;
  readonly help: BothLanguages;
}

/** Every numeric setting accepts one of these texts, whatever its bounds. */
const numbers = ['1', '10', '60', '1000', '1000000', '1000000000'];

/** JSON type of a setting's value; lists and aliases are texts. Read from the schema, so that the two cannot differ. */
export function jsonTypeOf(name: SettingName): 'string' | 'number' | 'boolean' {
  const form = settingsSchema.shape[name];
  if (typeof form.safeParse('true').data === 'boolean') return 'boolean';
  const isNumber = numbers.some((text) => typeof form.safeParse(text).data === 'number');
  return isNumber ? 'number' : 'string';
}

/** Returns `list` for several texts, `map` for texts by name. */
export function shapeOf(name: SettingName): 'list' | 'map' | undefined {
  return factsOf(name).shape;
}

export function describeSetting(name: SettingName): SettingDescription {
  const { group, unit = null, canBeMade = false } = declarationOf(name);
  const { minimum = null, maximum = null } = factsOf(name);
  return {
    variable: name,
    group,
    kind: kindOf(name),
    unit,
    minimum,
    maximum,
    choices: choicesOf(name),
    secret: isSecretSetting(name),
    can_be_made: canBeMade,
    restart_required: !isChangeable(name),
    title: titleOf(name),
    help: helpOf(name),
  };
}

function kindOf(name: SettingName): SettingDescription['kind'] {
  const type = jsonTypeOf(name);
  if (type === 'boolean') return 'flag';
  if (type === 'number') return 'number';
  return shapeOf(name) ?? (choicesOf(name).length > 0 ? 'choice' : 'text');
}

function choicesOf(name: SettingName): string[] {
  const form = innerForm(name);
  return form instanceof z.ZodEnum ? form.options.map(String) : [];
}

function factsOf(name: SettingName): z.infer<typeof formFacts> {
  return formFacts.parse(z.globalRegistry.get(innerForm(name)) ?? {});
}

/** Returns the form without its default. */
function innerForm(name: SettingName): z.core.$ZodType {
  const { form } = declarationOf(name);
  return form instanceof z.ZodDefault || form instanceof z.ZodOptional ? form.unwrap() : form;
}
