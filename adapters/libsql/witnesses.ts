import { isGatheredSource } from '../../domain/families/counting/loot_source.ts';
import { formatDropEdgeSubject } from '../../domain/families/edges.ts';
import type { WitnessRules } from '../../domain/families/mod.ts';
import { findOutliers } from '../../domain/operator/outliers.ts';
import {
  listSubjectEvidence,
  type PendingInstalls,
  type SubjectEvidence,
  type WitnessReader,
  type WitnessRow,
} from '../../domain/operator/witnesses.ts';
import type { AnySource } from '../../domain/ports/drops.ts';
import type { EvidenceCursor } from '../../domain/ports/evidence.ts';
import type { UploadReader } from '../../domain/ports/uploads.ts';
import { listPendingInstalls, readUnplacedInstalls, readYoungInstalls } from '../../domain/snapshot/witness_day.ts';
import { findAddressFamily, findInstallOfWitness } from '../../domain/values/witnesses.ts';
import { type DataDir, readCurrentEpoch } from '../data_folder/data_dir.ts';
import { type Connection, readJson, runWithReader } from './database.ts';
import { readCursor } from './evidence/cursor.ts';
import { findItemSources, readLooters } from './evidence/loot/read.ts';
import { createComparedEvidence } from './outlier_evidence.ts';
import { createFaultWrapper, StorageError } from './storage_error.ts';
import { openUploadReader } from './uploads/reader.ts';

const wrapFaults = createFaultWrapper('evidence');

type EvidenceRow = readonly [subject: string, field: string, value: string, witness: number, atMs: number | null];

/** Shown instead of the id of an install that was erased after the newest snapshot. */
const ERASED_INSTALL = '(erased)';

/**
 * Creates a reader of who reported what, from the evidence, and of install ids, from the uploads. Used by the
 * operator's command.
 */
export function createWitnessReader(dir: DataDir, rules: WitnessRules): WitnessReader {
  const withEvidence = async <T>(work: (client: Connection) => Promise<T>): Promise<T> => {
    const epoch = readCurrentEpoch(dir);
    if (epoch === null) throw new StorageError('NO_EPOCH');
    return runWithReader(dir.evidenceDb(epoch), work);
  };
  return {
    of: (kind, id, limit) =>
      wrapFaults(async () => {
        const evidence = listSubjectEvidence(kind, id);
        const claims = evidence.filter((one) => one.of === 'claims');
        const rows = await withEvidence(async (client) => {
          const found = [...(await readClaims(client, claims, limit))];
          for (const one of evidence) {
            if (one.of === 'windows') found.push(...(await readWindows(client, one.source, limit)));
            if (one.of === 'held-by') found.push(...(await readLootedItems(client, one.source, null, limit)));
            if (one.of === 'holders') found.push(...(await readItemLooters(client, one.itemId, limit)));
            if (one.of === 'scans') found.push(...(await readItemListers(client, one.itemId, limit)));
          }
          return found;
        });
        const shown = rows.slice(0, limit);
        const ids = await runWithReader(dir.uploadsDb, (client) =>
          readInstallIds(
            client,
            shown.map(([, , , witness]) => findInstallOfWitness(witness)),
          ),
        );
        return shown.map(([subject, field, value, witness, atMs]): WitnessRow => {
          const installId = ids.get(findInstallOfWitness(witness)) ?? ERASED_INSTALL;
          return { subject, field, value, installId, family: findAddressFamily(witness), atMs };
        });
      }),
    outliers: () =>
      wrapFaults(async () => {
        const { compared, outliers } = await withEvidence(async (client) => {
          await client.execute('pragma temp_store=file');
          const snapshot = await client.transaction('read');
          try {
            return await findOutliers(createComparedEvidence(snapshot));
          } finally {
            snapshot.close();
          }
        });
        const numbers = outliers.map(({ installN }) => findInstallOfWitness(installN));
        const ids = await runWithReader(dir.uploadsDb, (client) => readInstallIds(client, numbers));
        return {
          compared,
          outliers: outliers.map((outlier, i) => ({ ...outlier, installId: ids.get(numbers[i]!) ?? ERASED_INSTALL })),
        };
      }),
    waiting: async () => {
      const cursor = await wrapFaults(() => withEvidence(readCursor));
      const uploads = await openUploadReader(dir.uploadsDb);
      try {
        return await countPendingInstalls(uploads, rules, cursor);
      } finally {
        await uploads.close();
      }
    },
  };
}

async function countPendingInstalls(
  uploads: UploadReader,
  { installAgeDays, witnessNetworks }: WitnessRules,
  { orderN, witnessDay }: EvidenceCursor,
): Promise<PendingInstalls> {
  const young = await readYoungInstalls(uploads, installAgeDays, witnessDay);
  const unplaced = await readUnplacedInstalls(uploads, witnessNetworks);
  const all = listPendingInstalls({ young, unplaced }, orderN);
  return { young: young.size, unplaced: all.size - young.size };
}

function readClaims(
  client: Connection,
  claims: readonly Extract<SubjectEvidence, { of: 'claims' }>[],
  limit: number,
): Promise<readonly EvidenceRow[]> {
  return readJson<EvidenceRow>(
    client,
    `select json_group_array(json_array(rollup || ' ' || subject, field, value, install_n, nullif(at_ms, 0))) from (
       select s.rollup, s.subject, c.field, c.value, c.install_n, c.at_ms
       from json_each(?) as p cross join subjects as s
         on s.rollup = p.value->>0 and s.subject glob p.value->>1
       cross join claims as c on c.subject_n = s.n
       order by p.key, s.subject, c.field, c.value, c.install_n limit ?)`,
    [JSON.stringify(claims.map(({ family, subjects }) => [family, subjects])), BigInt(limit)],
  );
}

async function readWindows(client: Connection, source: AnySource, limit: number): Promise<readonly EvidenceRow[]> {
  return (await readLooters(client, source, limit)).map(({ installN, windows }) => [
    ...([
      `${isGatheredSource(source) ? 'gathering' : 'drops'} ${source.type}:${source.id}`,
      'windows',
      String(windows),
      installN,
      null,
    ] as const),
  ]);
}

/**
 * Returns which installs saw which items, or only `itemId`, in loot windows of a source, ordered by item and install.
 */
async function readLootedItems(
  client: Connection,
  source: AnySource,
  itemId: number | null,
  limit: number,
): Promise<readonly EvidenceRow[]> {
  const looters = await readLooters(client, source, limit);
  const seen = looters.flatMap(({ installN, itemIds }) =>
    itemIds.filter((held) => itemId === null || held === itemId).map((held) => ({ held, installN })),
  );
  return seen
    .sort((a, b) => a.held - b.held || a.installN - b.installN)
    .map(({ held, installN }) => {
      const subject = isGatheredSource(source)
        ? `gathering ${source.type}:${source.id}:${held}`
        : `edges ${formatDropEdgeSubject(source, held)}`;
      return [subject, '', '', installN, null];
    });
}

async function readItemLooters(client: Connection, itemId: number, limit: number): Promise<readonly EvidenceRow[]> {
  const rows: EvidenceRow[] = [];
  for (const source of await findItemSources(client, itemId)) {
    if (rows.length < limit) rows.push(...(await readLootedItems(client, source, itemId, limit)));
  }
  return rows;
}

/** Returns which installs listed an item, latest day first. Slow, because no index covers the query. */
function readItemListers(client: Connection, itemId: number, limit: number): Promise<readonly EvidenceRow[]> {
  return readJson<EvidenceRow>(
    client,
    `select json_group_array(json_array('market ' || realm_key || ' ' || date(day * 86400, 'unixepoch'), house,
       units || ' units from ' || least, install_n, first_ms)) from (
       select r.realm_key, l.day, s.house, sum(l.quantity) as units, min(l.price) as least, s.install_n, s.first_ms
       from market_listings as l join market_scans as s on s.n = l.scan_n join market_realms as r on r.n = l.realm_n
       where l.item_id = ? group by s.n order by l.day desc, r.realm_key, s.house, s.install_n, s.n limit ?)`,
    [BigInt(itemId), BigInt(limit)],
  );
}

async function readInstallIds(client: Connection, numbers: readonly number[]): Promise<ReadonlyMap<number, string>> {
  return new Map(
    await readJson<[number, string]>(
      client,
      'select json_group_array(json_array(n, install_id)) from installs where n in (select value from json_each(?))',
      [JSON.stringify([...new Set(numbers)])],
    ),
  );
}
