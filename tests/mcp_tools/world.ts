import assert from 'node:assert/strict';
import { postRecords } from '../support/client.ts';
import { type Instance, runJob } from '../support/instance.ts';
import { loot, questSeen, sighting } from '../support/records.ts';

export const REALM = 'Eastmoor';
/** Scanned on the realm's auctions, dropped by the creature. */
export const ITEM = 2589;
export const NPC = 6;

const INSTALLS = ['north-install-0001', 'south-install-0002', 'west-install-00003'];

const AT = '2026-03-04T05:06:07Z';

function recordsOf(installId: string): object[] {
  return [
    {
      kind: 'auction_scan',
      installId,
      capturedAt: AT,
      realm: REALM,
      house: 'Horde',
      scanId: `scan-${installId}`,
      complete: true,
      items: [{ itemId: ITEM, unitPriceCopper: 1234, quantity: 20 }],
    },
    { kind: 'item_seen', installId, capturedAt: AT, itemId: ITEM, name: 'Linen Cloth', quality: 'common' },
    loot({ install: installId, npc: NPC, items: [ITEM], at: AT }),
    sighting(installId, `${installId}:sighting`, NPC, 'Kobold Vermin'),
    questSeen(installId, `${installId}:quest`, 33),
  ];
}

/** Three installs report the same, and a snapshot makes it public. */
export async function fill({ url }: Instance, dataDir: string): Promise<void> {
  for (const install of INSTALLS) {
    const { status, receipt } = await postRecords(url, recordsOf(install));
    assert.deepEqual([status, receipt.rejected], [200, []]);
  }
  const run = await runJob(dataDir, ['snapshot']);
  assert.equal(run.code, 0, run.stderr);
}
