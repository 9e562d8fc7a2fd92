import { addTexts } from './add-texts.ts';
import en from './en/audit-log.json' with { type: 'json' };
import zh from './zh/audit-log.json' with { type: 'json' };

export const auditLogTexts = addTexts('audit-log', en, zh);
