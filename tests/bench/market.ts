import { groupedInMemory } from './market_floor.ts';
import { type Figure, figure, median } from './pairs.ts';
import { post, runSnapshotJob, type Service } from './service.ts';
import { seeded } from './world.ts';

const SCANS = 100;
const RECORDS_PER_SCAN = 25;
const ITEMS_PER_RECORD = 200;
const RECORDS = SCANS * RECORDS_PER_SCAN;
const REALM = 'Westwind';
const ASKED = 200;

/**
 * Measures the scans of a hundred installs, with 5,000 items on one realm and day: uploading, rolling up and reading
 * them.
 */
export async function marketFigures(service: Service, dataDir: string): Promise<Figure[]> {
  const taken: number[] = [];
  for (let n = 0; n < SCANS; n++) {
    const { ms, fresh } = await post(service.port, scanUpload(n));
    if (fresh !== RECORDS_PER_SCAN) throw new Error('not all new');
    taken.push(ms / RECORDS_PER_SCAN);
  }
  const run = await runSnapshotJob(dataDir, service.port);
  const grouped = await groupedInMemory(Array.from({ length: SCANS }, (_, n) => scanUpload(n)));
  const note = `${SCANS} scans of ${RECORDS_PER_SCAN * ITEMS_PER_RECORD} items, ${ITEMS_PER_RECORD} a record`;
  return [
    figure('market: taking in, a record', taken, null, ' ms', note),
    figure(
      'market: rolling up, a record',
      [run.ms / RECORDS],
      null,
      ' ms',
      `${run.ms.toFixed(0)} ms in all, ${((run.ms * 1000) / RECORDS / ITEMS_PER_RECORD).toFixed(0)} µs an item listed`,
    ),
    figure(
      'market: rolling up, against the same rows grouped in memory',
      grouped.map((ms) => run.ms / ms),
      { most: 5 },
      '',
      `${run.ms.toFixed(0)} ms; SQL ${median(grouped).toFixed(0)} ms`,
    ),
    figure('memory of the builder, market scans pending', [run.peakMiB], { most: 250 }, ' MiB', 'peak'),
    ...(await priceFigures(service.port)),
  ];
}

/** Returns upload `n`, the complete scan of one install. Each item has a value, around which its prices vary. */
function scanUpload(n: number): string {
  const random = seeded(900_001 + n);
  const records = Array.from({ length: RECORDS_PER_SCAN }, (_, r) => ({
    kind: 'auction_scan',
    installId: `scanner-${String(n).padStart(4, '0')}-0123456789ab`,
    eventId: `scan:${n}:${r}`,
    capturedAt: new Date(Date.UTC(2026, 0, 2, 12) + (n * RECORDS_PER_SCAN + r) * 1000).toISOString(),
    realm: REALM,
    house: n % 2 === 0 ? 'Alliance' : 'Horde',
    scanId: `scan-${n}`,
    complete: true,
    items: Array.from({ length: ITEMS_PER_RECORD }, (_, i) => {
      const itemId = 1 + r * ITEMS_PER_RECORD + i;
      const worth = 10 + ((itemId * 7919) % 100_000);
      return {
        itemId,
        unitPriceCopper: Math.max(1, Math.round(worth * (0.7 + random() * 0.6))),
        quantity: 1 + Math.floor(random() * 40),
      };
    }),
  }));
  return JSON.stringify({ addonVersion: '1.0.0', protocol: '1.2.0', records });
}

/** Measures reading the realm's prices, from the snapshot each time (with an ignored parameter) and from the cache. */
async function priceFigures(port: number): Promise<Figure[]> {
  const path = `/api/market/prices?realm=${REALM}`;
  const kept: number[] = [];
  const read: number[] = [];
  let items = 0;
  for (let i = 0; i < ASKED; i++) {
    read.push((await timed(port, `${path}&unread=${i}`)).ms);
    const again = await timed(port, path);
    kept.push(again.ms);
    items = again.items;
  }
  if (items === 0) throw new Error('the market is empty');
  const note = `${items} items, ${ASKED} requests`;
  return [
    figure('market: a realm’s prices read', read, null, ' ms', note),
    figure('market: a realm’s prices as kept', kept, null, ' ms', note),
  ];
}

async function timed(port: number, path: string): Promise<{ ms: number; items: number }> {
  const started = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  const text = await response.text();
  const ms = performance.now() - started;
  if (response.status !== 200) throw new Error(`prices answered ${response.status}`);
  return { ms, items: (JSON.parse(text) as { items: unknown[] }).items.length };
}
