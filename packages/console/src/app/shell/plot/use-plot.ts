import { useComputedColorScheme } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { type PlotCursor, type PlotLook, plotOptions } from './plot-options.ts';

export interface DrawnPlot {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly cursor: PlotCursor | null;
  /** Moves the cursor to the instant with this index; null removes it. */
  readonly moveTo: (index: number | null) => void;
}

/** Updates a drawing with its data, its available width and the colours of the page. */
export function usePlot(look: PlotLook, data: uPlot.AlignedData): DrawnPlot {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const latest = useRef(data);
  const [cursor, setCursor] = useState<PlotCursor | null>(null);
  const scheme = useComputedColorScheme();
  useEffect(() => {
    // Colours are read while drawing: another scheme needs a new drawing.
    const container = box.current;
    if (container === null) return undefined;
    const drawing = new uPlot(
      { ...plotOptions(look, setCursor), width: container.clientWidth },
      latest.current,
      container,
    );
    plot.current = drawing;
    const watch = new ResizeObserver(() =>
      drawing.setSize({ width: container.clientWidth, height: look.height }),
    );
    watch.observe(container);
    return () => {
      watch.disconnect();
      drawing.destroy();
      plot.current = null;
    };
  }, [look, scheme]);
  useEffect(() => {
    latest.current = data;
    plot.current?.setData(data);
  }, [data]);
  return {
    box,
    cursor,
    moveTo: (index) => plot.current !== null && move(plot.current, index),
  };
}

function move(plot: uPlot, index: number | null): void {
  const instant = index === null ? undefined : plot.data[0][index];
  const left = instant === undefined ? -10 : plot.valToPos(instant, 'x');
  plot.setCursor({ left, top: left < 0 ? -10 : 0 });
}
