import { useTranslation } from 'react-i18next';
import type { WorkbenchStatus } from '../../../api/responses.ts';
import { type BadgeTone, ToneBadge } from '../../../shell/tone-badge.tsx';
import { workbenchTexts } from '../../../texts/workbench.ts';

const tones: { readonly [S in WorkbenchStatus]: BadgeTone } = {
  authenticating: 'quiet',
  prepared: 'busy',
  submitted: 'busy',
  polling: 'busy',
  completed: 'good',
  failed: 'bad',
  outcome_unknown: 'unsure',
};

/** State of a job in the workbench's terms. */
export function StatusBadge({ status }: { readonly status: WorkbenchStatus }) {
  const { t } = useTranslation(workbenchTexts);
  return <ToneBadge tone={tones[status]}>{t(`status.${status}`)}</ToneBadge>;
}
