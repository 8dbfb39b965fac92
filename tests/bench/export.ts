import { type Figure, figure } from './pairs.ts';
import { runJob, type Service } from './service.ts';

const TIMES = 3;

/** Measures the export command on a folder, repeated often enough to give a range. */
export async function exportFigures(service: Service, folder: string, rows: string): Promise<Figure[]> {
  const peaks: number[] = [];
  const seconds: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    const run = await runJob(folder, service.port, ['export']);
    peaks.push(run.peakMiB);
    seconds.push(run.seconds);
  }
  const note = `of ${TIMES} runs of the command, ${rows}`;
  return [
    figure('memory of an export', peaks, { most: 250 }, ' MiB', `peak, ${note}`),
    figure('an export', seconds, null, ' s', note),
  ];
}
