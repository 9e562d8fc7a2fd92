import { addTexts } from './add-texts.ts';
import en from './en/models.json' with { type: 'json' };
import zh from './zh/models.json' with { type: 'json' };

export const modelsTexts = addTexts('models', en, zh);
