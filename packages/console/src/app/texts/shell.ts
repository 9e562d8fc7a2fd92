import { addTexts } from './add-texts.ts';
import en from './en/shell.json' with { type: 'json' };
import zh from './zh/shell.json' with { type: 'json' };

export const shellTexts = addTexts('shell', en, zh);
