import { addTexts } from './add-texts.ts';
import en from './en/request-logs.json' with { type: 'json' };
import zh from './zh/request-logs.json' with { type: 'json' };

export const requestLogsTexts = addTexts('request-logs', en, zh);
