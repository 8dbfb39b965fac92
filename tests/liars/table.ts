import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Rec } from '../realm/record.ts';
import { setStage } from '../realm/stage.ts';
import { inTempDir } from '../support/instance.ts';
import { linesOf } from './facts.ts';
import { CASES, INSTALLS, liedDateOf, reportsOf } from './records.ts';

/** One public fact, with its value in each case. */
export interface Row {
  readonly what: string;
  readonly isRate: boolean;
  /** Values in the order of CASES. */
  readonly values: readonly string[];
}

const RECORDS_PER_UPLOAD = 1_000;
const DAY_MS = 86_400_000;

/** Uploads every case to one instance and reads the public facts. */
export function liarsTable(): Promise<readonly Row[]> {
  return inTempDir(async (folder) => {
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    const stage = setStage(dataDir);
    try {
      await stage.start(null);
      const yesterdayMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS;
      for (const one of CASES) {
        for (let install = 0; install < INSTALLS; install++) {
          const installId = `liars-install-${install}`;
          const records = reportsOf(one, install).map(({ kind, fields }, at) => ({
            kind,
            installId,
            eventId: `${one.base}:${install}:${at}`,
            capturedAt: liedDateOf(one, install) ?? new Date(yesterdayMs + install * 3_600_000 + at).toISOString(),
            ...fields,
          }));
          for (let at = 0; at < records.length; at += RECORDS_PER_UPLOAD) {
            await stage.send(records.slice(at, at + RECORDS_PER_UPLOAD) as unknown as readonly Rec[]);
          }
        }
      }
      await stage.job('snapshot');
      const cases = await Promise.all(CASES.map((one) => linesOf(stage.url(), one)));
      await stage.stop();
      return cases[0]!.map(({ what, isRate }, at) => ({
        what,
        isRate,
        values: cases.map((lines) => lines[at]!.value),
      }));
    } finally {
      await stage.kill();
    }
  });
}

/** Formats the rows as a Markdown table. */
export function tableText(rows: readonly Row[]): string {
  return [
    `| | ${CASES.map(({ name }) => name).join(' | ')} |`,
    `|---|${CASES.map(() => '---|').join('')}`,
    ...rows.map(({ what, values }) => `| ${what} | ${values.join(' | ')} |`),
    '',
  ].join('\n');
}
