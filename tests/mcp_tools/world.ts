import assert from 'node:assert/strict';
import { type Instance, runJob } from '../support/instance.ts';
import { item, lot, npc, quest, world } from '../support/world.ts';

export const REALM = 'Eastmoor';
/** An item that the creature drops and that was scanned in the auction house. */
export const ITEM = 2589;
export const NPC = 6;

/** Three installs report the same, and a snapshot makes it public. */
export async function fill({ url }: Instance, dataDir: string): Promise<void> {
  await world()
    .installs(3, (install, n) =>
      install
        .scanned(REALM, [lot(item(ITEM), 1234, 20)], { house: 'Horde', scanId: `scan-${n}` })
        .saw(item(ITEM, 'Linen Cloth'))
        .looted(npc(NPC), item(ITEM))
        .met(npc(NPC, 'Kobold Vermin'))
        .wasOffered(quest(33)),
    )
    .sendTo(url);
  const run = await runJob(dataDir, ['snapshot']);
  assert.equal(run.code, 0, run.stderr);
}
