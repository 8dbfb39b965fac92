import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { filesBelow, holdsText } from '../support/files_below.ts';
import { inTempDir, sleep } from '../support/instance.ts';
import { assertNothingBelow } from './below.ts';
import { assertExports, assertFilters, assertRealm } from './check.ts';
import { type Counted, countRealm } from './count.ts';
import { type Keeper, newKeeper, reach } from './kept.ts';
import type { Player } from './people.ts';
import { type NamedRecords, rollNamed } from './roll/named.ts';
import { type Realm, type RealmOptions, rollRealm } from './roll.ts';
import { type Stage, setStage } from './stage.ts';
import { assertTools } from './tool_checks.ts';

export interface PlayOptions extends RealmOptions {
  /** The region of all uploads, by the client's number, or null if they name none. */
  readonly region: number | null;
  /** Whether to set the instance's clock to the time of each phase and slow it. If not, it uses the system clock. */
  readonly clock: boolean;
  /** Number of uploads after which a snapshot is written. A snapshot is also written at the end of each phase. */
  readonly snapshotEvery: number;
  /** Whether to also rebuild the snapshot while an install is withheld, and to run the `verify` command. */
  readonly thorough: boolean;
  /** A folder of client tables. If given, the build is imported at the end, and every tool is checked. */
  readonly tables?: string;
  /** Called with the name of each completed check. */
  readonly say?: (what: string) => void;
}

/** Plays a realm's whole life on the real program, and compares it with the independent count after each step. */
export function playRealm(options: PlayOptions): Promise<void> {
  return inTempDir(async (dataDir) => {
    const realm = rollRealm(options);
    const play: Play = {
      options,
      realm,
      busiest: busiestOf(realm),
      stage: setStage(dataDir, options.region),
      ...bookkeeping(),
    };
    try {
      await sendAll(play);
      await lookAround(play);
      await withholdAndLift(play);
      await erase(play);
      await askTools(play);
      await play.stage.stop();
    } finally {
      await play.stage.kill();
    }
  });
}

interface Play {
  readonly options: PlayOptions;
  readonly realm: Realm;
  /** The two players with the most records. Removing them changes the most. */
  readonly busiest: readonly [first: Player, second: Player];
  readonly stage: Stage;
  readonly keeper: Keeper;
  /** When the newest upload was received. */
  readonly newest: { ms: number };
  /** The counts over the records kept so far, keyed by the installs that are left out. */
  readonly counts: Map<string, Counted>;
}

function bookkeeping() {
  return { keeper: newKeeper(), newest: { ms: 0 }, counts: new Map<string, Counted>() };
}

function busiestOf({ players, uploads }: Realm): readonly [Player, Player] {
  const counts = new Map<string, number>();
  for (const record of uploads.flatMap(({ records }) => records)) {
    if ('installId' in record) counts.set(record.installId, (counts.get(record.installId) ?? 0) + 1);
  }
  const [first, second] = [...players].sort((a, b) => (counts.get(b.installId) ?? 0) - (counts.get(a.installId) ?? 0));
  return [first!, second!];
}

function keptWithout({ keeper }: Play, gone: readonly Player[]) {
  return keeper.kept.filter(({ install }) => gone.every(({ installId }) => installId !== install));
}

/** Counts all records except those of withheld or erased players. The same records are counted only once. */
async function countWithout(play: Play, gone: readonly Player[]): Promise<Counted> {
  const without = gone.map(({ installId }) => installId).join();
  const counted = reach(play.counts, without, () => countRealm(keptWithout(play, gone), play.newest.ms));
  // Counting blocks for a while. Give the event loop time to notice connections that were closed in the meantime.
  await sleep(5);
  return counted;
}

/** Compares the instance with the count over all records except those of withheld or erased players. */
async function check(play: Play, when: string, gone: readonly Player[] = []): Promise<Counted> {
  const counted = await countWithout(play, gone);
  await assertRealm(when, play.stage, counted);
  play.options.say?.(when);
  return counted;
}

async function sendAll(play: Play): Promise<void> {
  const { options, realm, stage, keeper, newest, busiest } = play;
  for (const [phase, phaseMs] of options.phasesMs.entries()) {
    await stage.start(options.clock ? phaseMs : null);
    play.counts.clear();
    const send: Send = async (records, grants = [], tokens = [], locale = null) => {
      newest.ms = options.clock ? phaseMs : Date.now();
      const fresh = await stage.send(records, tokens, locale);
      assert.equal(
        fresh,
        keeper.keep({ receivedMs: newest.ms, records, grants, locale, region: options.region }),
        'new records of an upload',
      );
    };
    if (phase === 1) await sendNamed(stage, send, rollNamed(options.seed, busiest, options.startMs));
    const ofPhase = realm.uploads.filter((upload) => upload.phase === phase);
    for (const [i, { records, locale }] of ofPhase.entries()) {
      await send(records, [], [], locale);
      if (i % options.snapshotEvery === options.snapshotEvery - 1) await stage.job('snapshot');
    }
    await stage.job('snapshot');
    await check(play, `phase ${phase + 1}`);
  }
}

type Send = (
  records: Realm['uploads'][number]['records'],
  grants?: readonly number[],
  tokens?: readonly string[],
  locale?: string | null,
) => Promise<void>;

async function sendNamed(stage: Stage, send: Send, named: NamedRecords): Promise<void> {
  const tokens: string[] = [];
  for (const words of named.grants) {
    const printed = await stage.job('grant', 'issue', ...words);
    tokens.push(/tg_[\w-]{43}/.exec(printed)![0]);
  }
  for (const { grants, records } of named.uploads) {
    const own = grants.map((n) => tokens[n - 1]!);
    await send(records, grants, own);
  }
}

/** Checks the filters, the exports, and that no data below its threshold is public. */
async function lookAround(play: Play): Promise<void> {
  const { stage, realm, options } = play;
  const counted = await countWithout(play, []);
  await assertFilters(stage, counted);
  if (options.thorough) await stage.job('verify');
  await stage.job('export', '--force');
  const { others } = await assertExports(stage, counted);
  await assertNothingBelow(stage, realm.players, play.keeper.kept, counted, others);
}

async function withholdAndLift(play: Play): Promise<void> {
  const { stage, busiest } = play;
  const [, second] = busiest;
  await stage.job('withhold', '--install', second.installId, '--reason', 'test');
  await stage.job('snapshot');
  await check(play, 'one withheld', [second]);
  if (play.options.thorough) {
    await stage.job('rebuild');
    await check(play, 'one withheld, built anew', [second]);
  }
  await stage.job('withhold', '--install', second.installId, '--lift');
  await stage.job('snapshot');
  await check(play, 'let in again');
}

async function erase(play: Play): Promise<void> {
  const { stage, realm, busiest } = play;
  const [first, second] = busiest;
  await stage.job('erase', '--install', first.installId);
  await stage.job('snapshot');
  const counted = await check(play, 'one erased', [first]);
  await assertExports(stage, counted);
  assertGone(stage.dataDir, [first.installId, first.signature], second.signature);
  const all = realm.uploads.flatMap(({ records }) => records);
  const again = all.filter((record) => 'installId' in record && record.installId === first.installId).slice(0, 3);
  const { status, receipt } = await stage.post(again);
  assert.deepEqual([status, receipt.rejected?.[0]?.code], [422, 'install-erased']);
  await stage.job('rebuild');
  await check(play, 'one erased, built anew', [first]);
  assertGone(stage.dataDir, [first.installId, first.signature], second.signature);
  if (play.options.thorough) await stage.job('verify');
}

const BUILD = '1.15.8.67156';

/** Checks every tool against the final realm and the imported build. */
async function askTools(play: Play): Promise<void> {
  const { stage, options, busiest } = play;
  if (options.tables === undefined) return;
  await stage.job('import-game-files', '--dir', options.tables, '--build', BUILD);
  const gone = [busiest[0]];
  const counted = await countWithout(play, gone);
  const countedBefore = [...play.counts.values()];
  await assertTools(stage.url, { counted, countedBefore, kept: keptWithout(play, gone), tables: options.tables });
  options.say?.('every tool');
}

/** Asserts that no file in the folder contains the texts in `gone`, and that some file contains the text `there`. */
function assertGone(dataDir: string, gone: readonly string[], there: string): void {
  const holding = gone.flatMap((text) => filesWith(dataDir, text).map((file) => `${file} holds ${text}`));
  assert.deepEqual(holding, [], 'what was erased is gone');
  assert.ok(filesWith(dataDir, there).length > 0, 'the search finds what is there');
}

function filesWith(dataDir: string, text: string): string[] {
  return filesBelow(dataDir)
    .filter(holdsText(text))
    .map((path) => basename(path));
}
