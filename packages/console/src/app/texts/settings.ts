import { addTexts } from './add-texts.ts';
import en from './en/settings.json' with { type: 'json' };
import zh from './zh/settings.json' with { type: 'json' };

export const settingsTexts = addTexts('settings', en, zh);
