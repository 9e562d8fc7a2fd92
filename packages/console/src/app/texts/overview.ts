import { addTexts } from './add-texts.ts';
import en from './en/overview.json' with { type: 'json' };
import zh from './zh/overview.json' with { type: 'json' };

export const overviewTexts = addTexts('overview', en, zh);
