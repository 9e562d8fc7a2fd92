import type { WorkbenchStatus } from '../../../api/responses.ts';
import { type BadgeTone, ToneBadge } from '../../../shell/tone-badge.tsx';
import { useTexts } from '../../../texts/use-texts.ts';
import { workbenchTexts } from '../workbench-texts.ts';

const tones: { readonly [S in WorkbenchStatus]: BadgeTone } = {
  authenticating: 'quiet',
  prepared: 'busy',
  submitted: 'busy',
  polling: 'busy',
  completed: 'good',
  failed: 'bad',
  outcome_unknown: 'unsure',
};

/** The state in the workbench's words. */
export function StatusBadge({ status }: { readonly status: WorkbenchStatus }) {
  const { t } = useTexts(workbenchTexts);
  return <ToneBadge tone={tones[status]}>{t(`status.${status}`)}</ToneBadge>;
}
