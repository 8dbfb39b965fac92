import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { beginFolder } from '../support/folder.ts';
import { BUILD, type Written } from './game_tables.ts';
import { alternate, type Figure, figure, median } from './pairs.ts';
import { runJob } from './service.ts';

const PAIRS = 4;

/**
 * Measures the import of a folder of tables while no instance runs: the whole process against one that only parses the
 * same files, and its peak memory. Each import has its own folder, and the last one stays in `dataDir`.
 */
export async function importFigures(dataDir: string, tablesDir: string, written: Written): Promise<readonly Figure[]> {
  const peaks: number[] = [];
  const seen = await alternate(
    async () => {
      rmSync(dataDir, { recursive: true, force: true });
      await beginFolder(dataDir);
      // No instance listens on this port. The command only needs a number.
      const run = await runJob(dataDir, 1, ['import-game-files', '--dir', tablesDir, '--build', BUILD]);
      peaks.push(run.peakMiB);
      return run.seconds;
    },
    () => parseAlone(tablesDir),
    PAIRS,
  );
  const [ours, alone] = [median(seen.ours), median(seen.floor)].map((seconds) => seconds.toFixed(1));
  const what = `${written.items} items, ${written.rows} rows, ${written.mebibytes.toFixed(0)} MiB`;
  return [
    figure(
      'import of game files against the parser alone',
      seen.ratios,
      { most: 8 },
      '',
      `${ours} s against ${alone} s; ${what}`,
    ),
    figure('memory of the import', peaks, { most: 250 }, ' MiB', 'peak'),
  ];
}

function parseAlone(tablesDir: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const file = fileURLToPath(new URL('parser_alone.ts', import.meta.url));
    const started = performance.now();
    const child = spawn(process.execPath, ['--import', 'tsx', file, tablesDir], {
      cwd: fileURLToPath(new URL('../../', import.meta.url)),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.on('exit', (code) => {
      if (code !== 0) return reject(new Error(`the parser alone ended with ${code}`));
      resolve((performance.now() - started) / 1000);
    });
  });
}
