import { addTexts } from './add-texts.ts';
import en from './en/banners.json' with { type: 'json' };
import zh from './zh/banners.json' with { type: 'json' };

export const bannersTexts = addTexts('banners', en, zh);
