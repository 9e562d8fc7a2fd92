import { addTexts } from './add-texts.ts';
import en from './en/job-words.json' with { type: 'json' };
import zh from './zh/job-words.json' with { type: 'json' };

export const jobWordsTexts = addTexts('job-words', en, zh);
