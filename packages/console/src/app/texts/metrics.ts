import { addTexts } from './add-texts.ts';
import en from './en/metrics.json' with { type: 'json' };
import zh from './zh/metrics.json' with { type: 'json' };

export const metricsTexts = addTexts('metrics', en, zh);
