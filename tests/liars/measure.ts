import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { groupBy } from '../../domain/values/group_by.ts';
import { snapshotJob } from '../../jobs/commands/snapshot.ts';
import type { RunnableJob } from '../../jobs/job.ts';
import { natureOf, openService, type Service } from '../simulation/service.ts';
import { inTempDir } from '../support/instance.ts';
import { type Ask, type Ids, idsFrom, type Lie, type Report, type Shown } from './lies.ts';

/** Numbers of honest installs that a lie is told against. */
export const HONEST = [5, 20, 50] as const;

/** How many lying installs it takes, or null if one more than the honest installs are too few. */
export interface Needed {
  /** To add the lie to what is shown. Undefined if answers show one value only. */
  readonly adds: number | null | undefined;
  /** To show the lie first, or to hide the truth. */
  readonly replaces: number | null;
}

export interface LieRow {
  readonly figure: string;
  readonly lie: string;
  /** In the order of HONEST. */
  readonly needed: readonly Needed[];
}

interface Case {
  readonly lie: Lie;
  readonly honest: number;
  readonly ids: Ids;
  truth: Shown;
  adds: number | null;
  replaces: number | null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RECORDS_PER_UPLOAD = 1_000;

/**
 * Tells each lie to one instance, by one install more at a time, and asks after each snapshot what has become of it.
 * `daysPerLiar` is how many days pass before the snapshot.
 */
export function measureLies(lies: readonly Lie[], daysPerLiar: number): Promise<readonly LieRow[]> {
  return inTempDir(async (folder) => {
    const root = join(folder, 'data');
    mkdirSync(root, { mode: 0o700 });
    const nature = natureOf(1);
    const service = await openService(root, nature, 1, (bug) => assert.fail(bug), 'forever');
    const ask: Ask = async (path) => {
      const { text } = await service.ask(path);
      return path.startsWith('/api/') ? JSON.parse(text) : text;
    };
    const cases = lies.flatMap((lie, at) =>
      HONEST.map((honest, size): Case => {
        const ids = idsFrom(1_000 * (HONEST.length * at + size + 1));
        return { lie, honest, ids, truth: { first: null }, adds: null, replaces: null };
      }),
    );
    const publish = async (): Promise<void> => {
      nature.clock.ms += daysPerLiar * DAY_MS;
      // A day that begins is noticed with the first upload.
      if (daysPerLiar > 0) await send(service, nature.clock.ms, `clock-${nature.clock.ms}`, [BEGINS_DAY]);
      const run = await service.run(snapshotOnly);
      assert.ok(run.ok, JSON.stringify(run));
    };
    try {
      for (let n = 0; n < Math.max(...HONEST); n++) {
        const told = cases.flatMap(({ lie, honest, ids }) => (n < honest ? lie.honest(ids, n) : []));
        await send(service, nature.clock.ms, `honest-install-${n}`, told);
      }
      await publish();
      for (const one of cases) one.truth = await one.lie.read(ask, one.ids);
      for (let liars = 1; liars <= Math.max(...HONEST) + 1; liars++) {
        const open = cases.filter(({ honest, replaces }) => replaces === null && liars <= honest + 1);
        if (open.length === 0) break;
        await send(
          service,
          nature.clock.ms,
          `lying-install-${liars}`,
          open.flatMap(({ lie, ids }) => lie.liar(ids, liars)),
        );
        await publish();
        for (const one of open) {
          const { adds, replaces } = judge(one, await one.lie.read(ask, one.ids));
          if (adds || replaces) one.adds ??= liars;
          if (replaces) one.replaces ??= liars;
        }
      }
    } finally {
      await service.close();
    }
    return lies.map((lie) => ({
      figure: lie.figure,
      lie: lie.lie,
      needed: cases
        .filter((one) => one.lie === lie)
        .map(({ adds, replaces, truth }) => ({ adds: isSingle(lie, truth) ? undefined : adds, replaces })),
    }));
  });
}

/** Takes a snapshot without writing the exports, which no lie is read from. */
const snapshotOnly: RunnableJob = {
  ...snapshotJob,
  run: (tools, args) =>
    snapshotJob.run({ ...tools, exporter: { ...tools.exporter, openSource: async () => null } }, args),
};

const BEGINS_DAY: Report = { kind: 'item_seen', fields: { itemId: 1, name: 'Item', quality: 'common' } };

function isSingle({ liedRate }: Lie, { all }: Shown): boolean {
  return liedRate === undefined && all === undefined;
}

const MOVED = 0.04;

function judge({ lie: { liedRate }, truth }: Case, now: Shown): { adds: boolean; replaces: boolean } {
  if (liedRate === undefined) {
    return { adds: JSON.stringify(now.all) !== JSON.stringify(truth.all), replaces: now.first !== truth.first };
  }
  const [before, after] = [Number(truth.first), Number(now.first)];
  const moved = Math.abs(after - before);
  return { adds: moved >= MOVED, replaces: moved > Math.abs(after - liedRate) };
}

/** Sends what an install reports, one upload or more for each realm and client. */
async function send(service: Service, nowMs: number, installId: string, reports: readonly Report[]): Promise<void> {
  const uploads = groupBy(reports, ({ fields, upload = {} }) => JSON.stringify([fields['realm'], upload]));
  let event = 0;
  for (const [key, own] of uploads) {
    const [realm, fields] = JSON.parse(key) as [string | null, object];
    for (let at = 0; at < own.length; at += RECORDS_PER_UPLOAD) {
      const records = own.slice(at, at + RECORDS_PER_UPLOAD).map((report) => ({
        kind: report.kind,
        installId,
        eventId: `${realm}-${nowMs}-${event++}`.replaceAll(' ', '-'),
        capturedAt: new Date(nowMs - (report.hours ?? 24) * HOUR_MS).toISOString(),
        ...report.fields,
      }));
      const body = JSON.stringify({
        addonVersion: '1.0.0',
        protocol: '1.5.0',
        clientBuild: '1.60.1.70790',
        ...fields,
        records,
      });
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      const { status, text } = await service.ask('/api/intake', init);
      assert.deepEqual([status, JSON.parse(text).rejected], [200, []], text);
    }
  }
}
