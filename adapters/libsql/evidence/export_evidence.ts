import { findClaimRules } from '../../../domain/families/counting/claims.ts';
import { CLAIM_RULES } from '../../../domain/families/mod.ts';
import type { ExportEvidence } from '../../../domain/ports/exports.ts';
import { toUtcDay } from '../../../domain/values/instant.ts';
import type { DataDir } from '../../data_folder/data_dir.ts';
import { openReader, prepareClient, type Runner, readJson } from '../database.ts';
import { createFaultWrapper } from '../storage_error.ts';
import { readCursor } from './cursor.ts';
import { readSubjectTallies } from './dirty.ts';
import { readLoot } from './loot/read.ts';
import { readMarketDays, readMarketScans } from './market_dirty.ts';

const wrapFaults = createFaultWrapper('evidence');

const CACHE_KIB = 8_192;

/** Opens the evidence of an epoch query-only, for the evidence export. */
export function openExportEvidence(dir: DataDir, epoch: string): Promise<ExportEvidence> {
  return wrapFaults(async () => {
    const reader = await openReader(dir.evidenceDb(epoch), { cacheKiB: CACHE_KIB });
    return prepareClient(reader, async (client) => ({
      step: (await readCursor(client)).step,
      lootOf: (sources, quests, after) => wrapFaults(() => readLoot(client, sources, quests, after)),
      tallies: (rollup, subjects, after) =>
        wrapFaults(() =>
          readSubjectTallies(client, { rollup, ...findClaimRules(CLAIM_RULES, rollup) }, subjects, after),
        ),
      marketDays: (days, after) => wrapFaults(() => readMarketDays(client, days, after)),
      marketScans: (subject, after) => wrapFaults(() => readMarketScans(client, subject, after)),
      edgeDays: (subjects) => wrapFaults(() => readEdgeDays(client, subjects)),
      close: async () => client.close(),
    }));
  });
}

const SELECT_ITEM_DAYS = `select json_group_array(json_array(asked.key, c.first_ms, c.at_ms)) from json_each(?) as asked
  cross join subjects as s on s.rollup = 'edges' and s.subject = asked.value
  cross join claims as c on c.subject_n = s.n and c.field = ''`;

async function readEdgeDays(client: Runner, subjects: readonly string[]) {
  const days = subjects.map((): (readonly [first: number, last: number])[] => []);
  const rows = await readJson<readonly [at: number, firstMs: number, lastMs: number]>(client, SELECT_ITEM_DAYS, [
    JSON.stringify(subjects),
  ]);
  for (const [at, firstMs, lastMs] of rows) days[at]!.push([toUtcDay(firstMs), toUtcDay(lastMs)]);
  return days;
}
