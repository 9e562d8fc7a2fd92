import { addTexts } from './add-texts.ts';
import en from './en/api-users.json' with { type: 'json' };
import zh from './zh/api-users.json' with { type: 'json' };

export const apiUsersTexts = addTexts('api-users', en, zh);
