import { addTexts } from './add-texts.ts';
import en from './en/workbench.json' with { type: 'json' };
import zh from './zh/workbench.json' with { type: 'json' };

export const workbenchTexts = addTexts('workbench', en, zh);
