import { arrangeLoot } from '../../../../domain/families/counting/loot_totals.ts';
import { byNumber } from '../../../../domain/families/counting/order.ts';
import { contextOfKey, logOfKey } from '../../../../domain/families/drops.ts';
import type { InstallLoot, KnownContext, LootEvidence, Source } from '../../../../domain/ports/drops.ts';
import { groupBy } from '../../../../domain/values/group_by.ts';
import type { Runner } from '../../database.ts';
import { ROWS_WITH_BODIES, readPacked, writePacked } from '../../packed.ts';
import { createByteReader, createByteWriter, packedDamaged } from '../../packed_numbers.ts';

/**
 * Numbers the contexts of loot windows, so that a piece needs one or two bytes for each. An install's quest logs are
 * numbered from 1 in the order in which they became known. 0 is an empty or unknown log. The number of a context is
 * twice the number of its log, plus 1 if the player had no group.
 */

export interface NumberedLoot extends InstallLoot {
  readonly source: Source;
}

/** Replaces context keys by numbers, after storing quest logs that are new. */
export async function numberContexts(runner: Runner, loot: readonly LootEvidence[]): Promise<readonly NumberedLoot[]> {
  const used = usedLogs(loot);
  const known = await readQuestLogs(runner, [...used.keys()]);
  const numbers = new Map<number, ReadonlyMap<string, number>>();
  const added: LogsRow[] = [];
  for (const [installN, keys] of used) {
    const logs = known.get(installN) ?? [];
    const numberOf = new Map(logs.map((log, i) => [log.join(), i + 1]));
    const newKeys = [...keys].filter((key) => !numberOf.has(key)).sort();
    for (const key of newKeys) numberOf.set(key, numberOf.size + 1);
    numbers.set(installN, numberOf);
    const newLogs = newKeys.map((key) => contextOfKey(key).questIds);
    if (newLogs.length > 0) added.push({ key: [installN, logs.length + 1], body: packLogs(newLogs) });
  }
  await writePacked(
    runner,
    `insert into quest_logs (install_n, first_n, body) select value->>0, value->>1, body from ${ROWS_WITH_BODIES}`,
    added,
  );
  return loot.map((one) => withNumbers(one, numbers.get(one.installN)));
}

interface LogsRow {
  readonly key: readonly [installN: number, firstN: number];
  readonly body: Uint8Array;
}

const NO_CONTEXT: readonly number[] = [0];

/** Returns the quest logs in these windows as keys, by install. */
function usedLogs(loot: readonly LootEvidence[]): ReadonlyMap<number, ReadonlySet<string>> {
  const used = new Map<number, Set<string>>();
  for (const { installN, contexts } of loot) {
    for (const context of contexts) {
      const log = logOfKey(context);
      if (log === '') continue;
      const logs = used.get(installN) ?? new Set();
      used.set(installN, logs.add(log));
    }
  }
  return used;
}

function withNumbers(loot: LootEvidence, logs: ReadonlyMap<string, number> | undefined): NumberedLoot {
  if (loot.contexts.length === 1 && loot.contexts[0] === '') return { ...loot, contexts: NO_CONTEXT };
  const numbers = loot.contexts.map((context) => {
    const log = logOfKey(context);
    return 2 * (log === '' ? 0 : logs!.get(log)!) + (log === context ? 0 : 1);
  });
  const sorted = numbers.toSorted(byNumber);
  const order = sorted.map((number) => numbers.indexOf(number));
  return { source: loot.source, ...arrangeLoot(loot, sorted, order) };
}

/** An install's quest logs. Log n is at index n - 1. Quests are in ascending order. */
export type QuestLogs = readonly (readonly number[])[];

/** Reads the quest logs of these installs. Installs without any are omitted. */
export async function readQuestLogs(
  runner: Runner,
  installs: readonly number[],
): Promise<ReadonlyMap<number, QuestLogs>> {
  if (installs.length === 0) return new Map();
  const rows = await readPacked<LogsRow['key']>(
    runner,
    'install_n, first_n',
    'select q.* from json_each(?) as k cross join quest_logs as q on q.install_n = k.value',
    [JSON.stringify(installs)],
  );
  return new Map(
    [...groupBy(rows, ({ key: [installN] }) => installN)].map(([installN, some]) => [
      installN,
      some.flatMap(({ body }) => unpackLogs(body)),
    ]),
  );
}

const SOLO: KnownContext = { isSolo: true, questIds: [] };
const IN_GROUP: KnownContext = { isSolo: false, questIds: [] };

/** Decodes a context's number. `questIds` of the result contains only quests in `quests`. */
export function contextOfNumber(
  number: number,
  logs: QuestLogs | undefined,
  quests: ReadonlySet<number>,
): KnownContext {
  const isSolo = number % 2 === 1;
  const log = Math.floor(number / 2);
  if (log === 0 || quests.size === 0) return isSolo ? SOLO : IN_GROUP;
  const questIds = logs?.[log - 1];
  if (questIds === undefined) throw packedDamaged();
  return { isSolo, questIds: questIds.filter((questId) => quests.has(questId)) };
}

export async function removeQuestLogs(runner: Runner, installN: number): Promise<void> {
  await runner.execute({ sql: 'delete from quest_logs where install_n = ?', args: [BigInt(installN)] });
}

const writer = createByteWriter();

/**
 * Packs quest logs, each as its quests or, if that is shorter, as the quests in which it differs from the log before
 * it. A log usually differs by the one quest that the player took or finished.
 */
export function packLogs(logs: QuestLogs): Uint8Array {
  let before: readonly number[] = [];
  for (const log of logs) {
    const changes = differenceOf(before, log);
    const isChange = changes.length < log.length;
    const packed = isChange ? changes : log;
    writer.put(2 * packed.length + (isChange ? 1 : 0));
    let questBefore = 0;
    for (const questId of packed) {
      writer.put(questId - questBefore);
      questBefore = questId;
    }
    before = log;
  }
  return writer.take();
}

export function unpackLogs(bytes: Uint8Array): QuestLogs {
  const reader = createByteReader(bytes);
  const logs: (readonly number[])[] = [];
  while (!reader.isAtEnd) {
    const head = reader.next();
    const packed: number[] = [];
    let questId = 0;
    for (let i = 0; i < Math.floor(head / 2); i++) {
      questId += reader.next();
      packed.push(questId);
    }
    logs.push(head % 2 === 1 ? differenceOf(logs.at(-1) ?? [], packed) : packed);
  }
  return logs;
}

/** Returns the numbers that are in exactly one of the lists, in ascending order. */
function differenceOf(a: readonly number[], b: readonly number[]): readonly number[] {
  return [...a.filter((number) => !b.includes(number)), ...b.filter((number) => !a.includes(number))].sort(byNumber);
}
