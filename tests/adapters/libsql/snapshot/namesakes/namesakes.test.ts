import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PUBLIC_LISTS } from '../../../../../adapters/libsql/snapshot/lists/mod.ts';
import { openSnapshotWriter } from '../../../../../adapters/libsql/snapshot/writer.ts';
import { countListRows } from '../../../../../domain/paging/ledger.ts';
import type { EdgeGroup } from '../../../../../domain/ports/edges.ts';
import { EPOCH, withStores } from '../../../../domain/snapshot/support.ts';
import { rowsText } from '../../../../support/rows_text.ts';
import { snapshotChange } from '../../../../support/snapshot_change.ts';
import { nameNumber, namesakes } from './list.ts';

const REGISTERED = [...PUBLIC_LISTS, namesakes];

/** Readers of relations read any list that is stored in the same way. They use only its name. */
const GROUP = { name: 'namesakes' } as EdgeGroup;

test('a list that is declared and registered is written, and read by place, by key and by its end', () =>
  withStores(async ({ store }, dir) => {
    const { writer } = await openSnapshotWriter(dir.snapshotDb(EPOCH), async () => {}, null, REGISTERED);
    const write = async (n: number, names: Readonly<Record<string, string | null>>): Promise<void> => {
      const facts = Object.entries(names).map(([subject, value]) => {
        return { family: 'npcs', subject, body: value === null ? null : { name: { value, installs: 3 } } };
      });
      await writer.write(snapshotChange(n, { facts }));
      await store.refresh();
    };
    const snapshot = async () => (await store.newest())!;
    const sharing = async (name: string) => {
      const { total, rows } = await (await snapshot()).edges.at([GROUP], 'to', nameNumber(name), 10);
      return [total, rows.map((row) => (row as unknown as { npcId: string }).npcId)];
    };
    const placesOf = async (fromId: number) => (await snapshot()).edges.places([GROUP], { fromId, toId: null });
    const byPlace = async () => {
      const { edges, view } = await snapshot();
      const to = countListRows(view.lists, 'namesakes', view.row.n);
      const { pieces } = await edges.rows([{ kind: 'namesakes', from: 0, to }]);
      return (JSON.parse(`[${rowsText(pieces)}]`) as { npcId: string }[]).map(({ npcId }) => npcId);
    };

    await write(1, { 30: 'Rat', 9: 'Rat', 12: 'Hare' });
    assert.deepEqual(await byPlace(), ['9', '12', '30']);
    assert.deepEqual(await sharing('Rat'), [2, ['9', '30']]);

    await write(2, { 9: 'Hare', 40: 'Rat', 12: 'Hare' });
    assert.deepEqual(await byPlace(), ['12', '30', '9', '40'], 'a creature with another name is a new row');
    assert.deepEqual(await sharing('Hare'), [2, ['12', '9']]);
    assert.deepEqual(await sharing('Rat'), [2, ['30', '40']]);

    await write(3, { 30: null });
    assert.deepEqual(await byPlace(), ['12', '9', '40']);
    assert.deepEqual(await sharing('Rat'), [1, ['40']]);
    assert.deepEqual(await placesOf(30), [{ group: 'namesakes', place: 2, withdrawn: 3 }]);
    assert.deepEqual(await placesOf(9), [
      { group: 'namesakes', place: 0, withdrawn: 2 },
      { group: 'namesakes', place: 3, withdrawn: null },
    ]);
    await writer.close();
  }));
