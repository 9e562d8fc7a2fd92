import type { RequestLogCall } from '../../../api/answers.ts';
import { type BadgeTone, ToneBadge } from '../../../shell/tone-badge.tsx';
import { useTexts } from '../../../texts/use-texts.ts';
import { requestLogsTexts } from '../request-logs-texts.ts';
import { type CallOutcome, outcomeOf, specialEndingOf } from './call-outcome.ts';

const tones: { readonly [O in CallOutcome]: BadgeTone } = {
  ok: 'good',
  open: 'busy',
  client_gone: 'quiet',
  refused: 'unsure',
  failed: 'bad',
};

/** The status of an answer; in words where the number alone says little or is missing. */
export function CallStatusBadge({ call }: { readonly call: RequestLogCall }) {
  const { t } = useTexts(requestLogsTexts);
  const ending = specialEndingOf(call);
  const words = [
    ...(call.status === null ? [] : [String(call.status)]),
    ...(ending === null ? [] : [t(`ending.${ending}`)]),
  ];
  return <ToneBadge tone={tones[outcomeOf(call)]}>{words.join(' · ')}</ToneBadge>;
}
