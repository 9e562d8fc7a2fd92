import { addTexts } from './add-texts.ts';
import en from './en/accounts.json' with { type: 'json' };
import zh from './zh/accounts.json' with { type: 'json' };

export const accountsTexts = addTexts('accounts', en, zh);
