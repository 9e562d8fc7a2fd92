import type { Sample } from '../../api/answers.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { FigurePlot } from '../figures/figure-plot.tsx';
import { figuresTexts } from '../figures/figures-texts.ts';
import { PlotGrid } from '../figures/plot-grid.tsx';
import { SlotsPlot, WaitingPlot } from '../figures/pool-plots.tsx';
import type { FiguresOverTime } from '../figures/samples-query.ts';
import { useSaying } from '../figures/use-saying.ts';
import { capacityTexts } from './capacity-texts.ts';

interface CapacityPlotsProps {
  readonly figures: FiguresOverTime;
}

/** Slots, queue and waiting over the chosen span. */
export function CapacityPlots({ figures }: CapacityPlotsProps) {
  return (
    <PlotGrid figures={figures}>
      <SlotsPlot figures={figures} />
      <WaitingPlot figures={figures} />
      <StartPlot figures={figures} />
    </PlotGrid>
  );
}

const halfWithin = ({ to_start }: Sample): number | null => to_start.p50_ms;
const mostWithin = ({ to_start }: Sample): number | null => to_start.p95_ms;

function StartPlot({ figures }: CapacityPlotsProps) {
  const { t } = useTexts(capacityTexts);
  const words = useTexts(figuresTexts);
  return (
    <FigurePlot
      figures={figures}
      label={t('plot.start')}
      marks="durations"
      say={useSaying().duration}
      lines={[
        { name: words.t('p50'), tone: 'busy', read: halfWithin },
        { name: words.t('p95'), tone: 'unsure', read: mostWithin },
      ]}
    />
  );
}
