import { loadFailure, type LoadReport, loadReport, type LoadRequest } from '../load/load-order.ts';
import { startProgram } from './child-program.ts';
import { loadCore, serverCore } from './cores.ts';
import type { Slice, Variant } from './run-rounds.ts';

/** Sends load to servers and returns the report. */
export interface LoadDriver {
  drive(order: Omit<LoadRequest, 'core'>): Promise<LoadReport>;
  stop(): Promise<void>;
}

/** Starts a load generator on its own core. */
export async function startLoadDriver(): Promise<LoadDriver> {
  const program = await startProgram({ program: 'load/load-generator.ts', core: loadCore });
  return {
    async drive(order) {
      const response = await program.ask({ ...order, core: serverCore });
      const failure = loadFailure.safeParse(response);
      if (failure.success) throw new Error(`the load generator failed: ${failure.data.failure}`);
      const report = loadReport.parse(response);
      if (report.refusals > 0) {
        throw new Error(
          `${report.refusals} of ${report.responses} responses were no success: ${JSON.stringify(order.requests).slice(0, 200)}`,
        );
      }
      return report;
    },
    stop: () => program.stop(),
  };
}

/** Code is compiled on the same core for seconds: after one second a creation still took 1.5 times its final time. */
const warmUpSlices = 3;

export interface LoadVariant {
  readonly name: string;
  readonly driver: LoadDriver;
  readonly order: Omit<LoadRequest, 'core' | 'seconds'>;
  readonly seconds: number;
  readonly toSlice: (report: LoadReport) => Slice;
}

/** A variant measured by driving a server with load. */
export function loadVariant({ name, driver, order, seconds, toSlice }: LoadVariant): Variant {
  return {
    name,
    measure: async (kind) => {
      const report = await driver.drive({
        ...order,
        seconds: kind === 'warm-up' ? warmUpSlices * seconds : seconds,
      });
      return toSlice(report);
    },
  };
}

/** Responses per second. */
export function asRate({
  responses,
  seconds,
  processorNs,
  foreignShare,
  p50Ms,
  p99Ms,
}: LoadReport): Slice {
  const processorUs = processorNs === null ? null : processorNs / 1000 / Math.max(1, responses);
  return {
    value: responses / seconds,
    processorUs,
    foreignShare,
    notes: {
      'p50 ms': p50Ms ?? Number.NaN,
      'p99 ms': p99Ms ?? Number.NaN,
      ...(processorUs === null ? {} : { 'CPU µs': processorUs }),
    },
  };
}

const mebibyte = 1024 * 1024;

/** Mebibytes per second; processor time is for one mebibyte. */
export function asThroughput({
  receivedBytes,
  seconds,
  processorNs,
  foreignShare,
}: LoadReport): Slice {
  const size = receivedBytes / mebibyte;
  const processorUs = processorNs === null ? null : processorNs / 1000 / Math.max(1, size);
  return {
    value: size / seconds,
    processorUs,
    foreignShare,
    notes: processorUs === null ? {} : { 'CPU ms/GiB': processorUs * 1.024 },
  };
}
