import { addTexts } from './add-texts.ts';
import en from './en/capacity.json' with { type: 'json' };
import zh from './zh/capacity.json' with { type: 'json' };

export const capacityTexts = addTexts('capacity', en, zh);
