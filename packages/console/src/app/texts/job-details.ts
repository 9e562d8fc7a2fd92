import { addTexts } from './add-texts.ts';
import en from './en/job-details.json' with { type: 'json' };
import zh from './zh/job-details.json' with { type: 'json' };

export const jobDetailsTexts = addTexts('job-details', en, zh);
