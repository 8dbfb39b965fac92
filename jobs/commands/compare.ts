import { TABLE_SHAPES } from '../../domain/ports/rate_table.ts';
import { compareRates } from '../../domain/reads/comparison/compare_rates.ts';
import { formatComparison, toComparisonCsv, toComparisonJson } from '../../domain/reads/comparison/comparison_text.ts';
import { readRateTable } from '../../domain/saved_variables/read_rate_table.ts';
import { toInstantOrNull } from '../../domain/values/instant.ts';
import { formatChoices } from '../../domain/values/phrases.ts';
import { quote } from '../../domain/values/quoted.ts';
import { err, ok } from '../../domain/values/result.ts';
import type { ReadJob } from '../job.ts';
import { describeUnreadFile } from '../sentences.ts';

const COMPARE_FORMATS = ['text', 'csv', 'json'] as const;
const AUTO_FORMAT = 'auto';

/** `npm run job -- compare FILE` (contract, section 4, Comparing). */
export const compareJob: ReadJob = {
  forReading: true,
  name: 'compare',
  summary: 'compare a table of drop rates with the public rates',
  help: `Reads a table of drop rates and lists the rates that lie outside the interval around the public rate, the surest first.
FILE is a table of Questie, pfQuest or AtlasLoot, or CSV, with at most 5 MB and 100,000 rates. The first line of CSV may
name its columns (itemId, npcId, objectId, percent, in any order); without it they are item, NPC and percent.
Lua is read as data and never run.`,
  options: {
    shape: { value: 'SHAPE', text: `${AUTO_FORMAT} (the default), ${TABLE_SHAPES.join(', ')}` },
    format: { value: 'FORMAT', text: 'text (the default), csv or json' },
  },
  words: ['FILE'],
  run: async ({ readFile, withSnapshot }, args) => {
    const [path = ''] = args.words;
    const shape = args.option('shape') ?? AUTO_FORMAT;
    const shapes: readonly string[] = [AUTO_FORMAT, ...TABLE_SHAPES];
    if (!shapes.includes(shape)) return err(`--shape must be ${formatChoices(shapes, '')}; got ${quote(shape)}.`);
    const format = COMPARE_FORMATS.find((one) => one === (args.option('format') ?? 'text'));
    if (format === undefined) {
      return err(`--format must be ${formatChoices(COMPARE_FORMATS, '')}; got ${quote(args.option('format') ?? '')}.`);
    }
    const bytes = await readFile(path);
    if (!bytes.ok) return err(describeUnreadFile(path, bytes.error));
    const table = readRateTable(bytes.value);
    if (!table.ok) return err(`${path}: ${table.error.error}`);
    const known = shape === 'questie' || shape === 'atlasloot' ? shape : null;
    const comparison = await withSnapshot((snapshot) => compareRates(snapshot, table.value, known));
    if (comparison === null) return err('There is no snapshot to compare with: run `npm run job -- snapshot` first.');
    if (format === 'csv') return ok(toComparisonCsv(comparison).trimEnd());
    if (format === 'text') return ok(formatComparison(comparison).join('\n'));
    return ok(JSON.stringify({ ...toComparisonJson(comparison), dataAsOf: toInstantOrNull(comparison.dataAsOfMs) }));
  },
};
