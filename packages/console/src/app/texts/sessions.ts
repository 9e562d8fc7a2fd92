import { addTexts } from './add-texts.ts';
import en from './en/sessions.json' with { type: 'json' };
import zh from './zh/sessions.json' with { type: 'json' };

export const sessionsTexts = addTexts('sessions', en, zh);
