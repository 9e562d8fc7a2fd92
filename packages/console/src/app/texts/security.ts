import { addTexts } from './add-texts.ts';
import en from './en/security.json' with { type: 'json' };
import zh from './zh/security.json' with { type: 'json' };

export const securityTexts = addTexts('security', en, zh);
