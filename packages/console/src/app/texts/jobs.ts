import { addTexts } from './add-texts.ts';
import en from './en/jobs.json' with { type: 'json' };
import zh from './zh/jobs.json' with { type: 'json' };

export const jobsTexts = addTexts('jobs', en, zh);
