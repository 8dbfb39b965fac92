import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dice } from '../realm/dice.ts';
import { type Npc, realWorld } from '../realm/world.ts';
import { postRecords } from '../support/client.ts';
import { inTempDir, runJob, startInstance } from '../support/instance.ts';
import { dataFolder } from './loot_fixture.ts';

const CREATURES = 300;
const INSTALLS = 7;
const MEETINGS_MAX = 12;
const UPLOAD_RECORDS = 2000;
const START_MS = Date.UTC(2026, 2, 1);

interface Sighting {
  readonly install: number;
  readonly npc: Npc;
  readonly level: number;
  readonly record: object;
}

/** Lets every install meet every creature several times, each time with another level. */
function meetings(creatures: readonly Npc[]): readonly Sighting[] {
  const chance = dice(5);
  return creatures.flatMap((npc) =>
    Array.from({ length: INSTALLS }, (_, install) =>
      Array.from({ length: chance.between(1, MEETINGS_MAX) }, (): Sighting => {
        const level = chance.between(...npc.levels);
        const capturedAt = new Date(START_MS + chance.below(10 * 86_400) * 1000).toISOString();
        const [x, y, mapId] = npc.at[0]!;
        const common = { kind: 'npc_sighting', installId: `install-levels-${install}`, capturedAt };
        const seen = { npcId: npc.id, name: npc.name, mapId, x, y, level, reaction: 'hostile' };
        return { install, npc, level, record: { ...common, ...seen } };
      }),
    ).flat(),
  );
}

/** Computes the levels that three installs met directly from the sightings. */
function expectedLevels(sightings: readonly Sighting[]): ReadonlyMap<number, readonly (readonly number[])[]> {
  const met = new Map<number, Map<number, Set<number>>>();
  for (const { install, npc, level } of sightings) {
    const levels = met.get(npc.id) ?? new Map<number, Set<number>>();
    met.set(npc.id, levels.set(level, (levels.get(level) ?? new Set()).add(install)));
  }
  return new Map(
    [...met].map(([id, levels]) => [
      id,
      [...levels]
        .map(([level, { size }]) => [level, size])
        .filter(([, size]) => size! >= 3)
        .sort(([a], [b]) => a! - b!),
    ]),
  );
}

interface PageAnswer {
  readonly answer: {
    readonly page?: {
      readonly levels: {
        readonly min: number;
        readonly max: number;
        readonly reported: readonly { readonly value: number; readonly installs: number }[];
      } | null;
    };
  };
  readonly text: string;
}

test('real creatures with a level range show that range', () =>
  inTempDir(async (dataDir) => {
    const world = realWorld(`${dataFolder()}/world.json.gz`);
    const ranged = world.npcs.filter(({ levels: [low, high], at }) => low < high && at.length > 0);
    const creatures = dice(1).some(ranged, CREATURES);
    assert.equal(creatures.length, CREATURES);
    const sightings = meetings(creatures);
    const expected = expectedLevels(sightings);
    const instance = await startInstance({ dataDir, env: { TW_LIMITS: 'off' } });
    try {
      for (let at = 0; at < sightings.length; at += UPLOAD_RECORDS) {
        const records = sightings.slice(at, at + UPLOAD_RECORDS).map(({ record }) => record);
        const { status, receipt } = await postRecords(instance.url, records);
        assert.deepEqual([status, receipt.rejected], [200, []]);
      }
      assert.equal((await runJob(dataDir, ['snapshot'])).code, 0);
      let whole = 0;
      for (const { id, name, levels } of creatures) {
        const response = await fetch(`${instance.url}/api/tools/npc_page?npcId=${id}`);
        const { answer, text } = (await response.json()) as PageAnswer;
        const counted = expected.get(id)!;
        const shown = answer.page?.levels ?? null;
        assert.deepEqual(shown?.reported.map(({ value, installs }) => [value, installs]) ?? [], counted, name);
        const [min, max] = [counted[0]?.[0], counted.at(-1)?.[0]];
        assert.deepEqual([shown?.min, shown?.max], [min, max], name);
        if (min !== undefined) assert.match(text, new RegExp(min === max ? `level ${min}\\b` : `level ${min}.+${max}`));
        if (min === levels[0] && max === levels[1]) whole++;
      }
      // With this many meetings, three installs saw the lowest and highest level of almost every creature.
      assert.ok(whole > CREATURES * 0.9, `${whole} of ${CREATURES} show their whole range`);
    } finally {
      await instance.kill();
    }
  }));
