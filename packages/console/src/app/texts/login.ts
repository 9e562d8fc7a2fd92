import { addTexts } from './add-texts.ts';
import en from './en/login.json' with { type: 'json' };
import zh from './zh/login.json' with { type: 'json' };

export const loginTexts = addTexts('login', en, zh);
