import { addTexts } from './add-texts.ts';
import en from './en/forms.json' with { type: 'json' };
import zh from './zh/forms.json' with { type: 'json' };

export const formsTexts = addTexts('forms', en, zh);
