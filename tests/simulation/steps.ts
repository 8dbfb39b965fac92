import assert from 'node:assert/strict';
import type { OperatorCommand } from '../../domain/operator/command.ts';
import type { Result } from '../../domain/values/result.ts';
import { importGameFilesJob } from '../../jobs/commands/import_game_files.ts';
import { rebuildJob } from '../../jobs/commands/rebuild.ts';
import { snapshotJob } from '../../jobs/commands/snapshot.ts';
import { verifyJob } from '../../jobs/commands/verify.ts';
import type { RunnableJob } from '../../jobs/job.ts';
import { SEED_BUILD } from '../seed/tables.ts';
import { assertPublic, assertRead } from './checks.ts';
import type { Command, Trouble, Upload } from './commands.ts';
import { assertFollowed } from './follower.ts';
import { eraseIn, type Fate, holdsOf, takeIn, tokensOf } from './model.ts';
import { installOf, recordOf } from './records.ts';
import { type Pace, USUAL_PACE } from './service.ts';
import { beginWalk, stepOn } from './walks.ts';
import { eitherOf, Refused, restart, type World, withTrouble } from './world.ts';

/** Time that a command takes on the world's clocks. */
const COMMAND_MS = 50;

/** A reader that met a fault retries after one second. */
const LOOKS_AGAIN_MS = 1_500;

type Of<O extends Command['op']> = Extract<Command, { op: O }>;

/** Carries out one command and compares the outcome with the model. */
export async function carryOut(world: World, command: Command, tables: string): Promise<void> {
  world.nature.clock.ms += COMMAND_MS;
  world.nature.stopwatch.ms += COMMAND_MS;
  await perform(world, command, tables);
  assert.deepEqual(world.bugs, [], 'a fault of ours was logged');
}

async function perform(world: World, command: Command, tables: string): Promise<void> {
  switch (command.op) {
    case 'upload':
      world.sent.push(command);
      return send(world, command, command.trouble);
    case 'again': {
      const before = world.sent.at(-1 - (command.back % Math.max(1, world.sent.length)));
      return before === undefined ? undefined : send(world, before, command.trouble);
    }
    case 'snapshot':
      return takeSnapshot(world, command);
    case 'rebuild':
      return build(world, rebuildJob, command.trouble);
    case 'verify':
      return world.isSettled ? verifyAll(world) : undefined;
    case 'import':
      return importTables(world, command, tables);
    case 'clock':
      world.nature.clock.ms += command.minutes * 60_000;
      return;
    case 'read':
      return read(world, command);
    case 'walk':
      return walk(world, command);
    case 'step':
      return step(world, command);
    case 'restart':
      return restart(world, command.trouble);
    default:
      return ask(world, command);
  }
}

interface Receipt {
  readonly accepted: readonly { readonly index: number; readonly duplicate: boolean }[];
  readonly rejected: readonly { readonly index: number; readonly code: string }[];
}

/**
 * Returns the outcome of each record according to the receipt, or null if the upload was not confirmed. Codes that the
 * model does not know become `bad`.
 */
async function receiptOf(world: World, upload: Upload): Promise<readonly string[] | null> {
  const tokens = tokensOf(world.model, upload).map(({ token }) => token);
  const body = JSON.stringify({
    addonVersion: '2.0',
    protocol: '1.3.0',
    records: upload.records.map(recordOf),
    ...(upload.locale === null ? {} : { locale: upload.locale }),
    ...(tokens.length === 0 ? {} : { grantTokens: tokens }),
    sharing: { gold: true },
  });
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const { status, text } = await world.service.ask('/api/intake', request, `192.0.${upload.from ?? 0}.1`);
  if (status === 503) return null;
  assert.ok(status === 200 || status === 422, `an upload is answered ${status}: ${text.slice(0, 300)}`);
  const { accepted, rejected } = JSON.parse(text) as Receipt;
  const told: string[] = [];
  for (const { index, duplicate } of accepted) told[index] = duplicate ? 'duplicate' : 'new';
  for (const { index, code } of rejected) told[index] = KNOWN.has(code) ? code : 'bad';
  assert.equal(
    status === 200,
    accepted.length > 0,
    `an upload of which ${accepted.length} were taken is answered ${status}`,
  );
  return told;
}

const KNOWN = new Set<string>([
  ...(['captured-at-future', 'event-reused', 'install-erased', 'grant-missing', 'grant-not-covering'] satisfies Fate[]),
]);

/**
 * Sends an upload. If the upload is not confirmed, the sender repeats it, and the second receipt must show that either
 * nothing or everything was stored the first time.
 */
async function send(world: World, upload: Upload, trouble?: Trouble): Promise<void> {
  const nowMs = world.nature.clock.ms;
  world.isSettled = false;
  if (upload.tokens.length > 0) world.returned++;
  const tried = await attempt(world, trouble, () => receiptOf(world, upload));
  const isConfirmed = tried !== 'failed' && tried !== null;
  const told = isConfirmed ? tried : await receiptOf(world, upload);
  assert.ok(told !== null, 'an upload is refused though nothing is wrong any more');
  const fresh = (model: World['model']) => takeIn(model, upload, nowMs);
  const repeated = (model: World['model']) => {
    takeIn(model, upload, nowMs);
    return takeIn(model, upload, nowMs);
  };
  const fits = (fates: readonly Fate[]) => fates.every((fate, i) => fate === told[i]);
  const ways = isConfirmed ? [fresh] : [fresh, repeated];
  try {
    world.model = eitherOf(world.model, ways, fits);
  } catch (error) {
    throw new Error(`the receipt says ${JSON.stringify(told)}: ${(error as Error).message}`);
  }
}

/** Runs `work` and returns `failed` if the storage refused the work or the process died in it. */
async function attempt<T>(world: World, trouble: Trouble | undefined, work: () => Promise<T>): Promise<T | 'failed'> {
  try {
    const outcome = await withTrouble(world, trouble, work);
    return outcome.kind === 'done' ? outcome.value : 'failed';
  } catch (error) {
    if (error instanceof Refused) return 'failed';
    throw error;
  } finally {
    // A statement refused in the middle of a job may be logged as a bug.
    if (trouble !== undefined) {
      world.bugs.length = 0;
      world.nature.stopwatch.ms += LOOKS_AGAIN_MS;
    }
  }
}

/** Sends a command to the owner of the uploads, and sends it again if the first attempt failed. */
async function tell(world: World, trouble: Trouble | undefined, command: OperatorCommand) {
  const work = (): Promise<Result<unknown, string>> => world.service.owner.carryOut(command);
  const tried = await attempt(world, trouble, work);
  if (tried !== 'failed' && (tried.ok || trouble === undefined)) return { answer: tried, again: false };
  return { answer: await work(), again: true };
}

async function ask(world: World, command: Of<'erase' | 'withhold' | 'lift' | 'issue' | 'revoke'>): Promise<void> {
  const { model } = world;
  const { trouble } = command;
  world.isSettled = false;
  if (TAKES_OUT.has(command.op)) world.isFalling = true;
  if (command.op === 'revoke') {
    const grant = model.grants[command.token % Math.max(1, model.grants.length)];
    if (grant === undefined || model.erased.has(grant.install)) return;
    const { answer } = await tell(world, trouble, { op: 'grant-revoke', n: grant.n, token: null });
    assert.ok(answer.ok || model.revoked.has(grant.n) || trouble !== undefined, 'a grant cannot be revoked');
    model.revoked.add(grant.n);
    return;
  }
  const { install } = command;
  const installId = installOf(install);
  switch (command.op) {
    case 'erase': {
      const { answer, again } = await tell(world, trouble, { op: 'erase', installId });
      const records = answer.ok ? (answer.value as { records: number | null }).records : Number.NaN;
      const held = holdsOf(model, install);
      assert.ok((records ?? 0) === held || (again && (records ?? 0) === 0), `erased ${records}, kept were ${held}`);
      eraseIn(model, install);
      return;
    }
    case 'withhold': {
      const { answer } = await tell(world, trouble, { op: 'withhold', installId, reason: 'simulated' });
      assert.equal(answer.ok, holdsOf(model, install) > 0, `withholding: ${JSON.stringify(answer)}`);
      if (answer.ok) model.withheld.add(install);
      return;
    }
    case 'lift': {
      world.returned++;
      const { answer, again } = await tell(world, trouble, { op: 'lift', installId });
      assert.ok(answer.ok === model.withheld.has(install) || again, `lifting: ${JSON.stringify(answer)}`);
      model.withheld.delete(install);
      return;
    }
    case 'issue':
      return issue(world, install, trouble);
  }
}

async function issue(world: World, install: number, trouble: Trouble | undefined): Promise<void> {
  const scope = { guildName: null, realm: null, character: null, installId: installOf(install) };
  const { answer } = await tell(world, trouble, { op: 'grant-issue', categories: ['gold'], ...scope, days: 365 });
  assert.equal(answer.ok, !world.model.erased.has(install), `issuing: ${JSON.stringify(answer)}`);
  if (answer.ok) world.model.grants.push({ ...(answer.value as { n: number; token: string }), install });
}

const TAKES_OUT: ReadonlySet<Command['op']> = new Set(['erase', 'withhold', 'revoke']);

/** Runs a job and notes whether withdrawn rows may have become public again. */
async function runJob(
  world: World,
  job: RunnableJob,
  trouble: Trouble | undefined,
  pace: Pace,
): Promise<Awaited<ReturnType<World['service']['run']>> | 'failed'> {
  if (world.isFalling) world.returned++;
  const ran = await attempt(world, trouble, () => world.service.run(job, {}, pace));
  if (ran !== 'failed' && ran.ok) world.isFalling = false;
  return ran;
}

/** Runs a job. If the job succeeds, everything public must equal the model. */
async function build(world: World, job: RunnableJob, trouble?: Trouble, pace: Pace = USUAL_PACE): Promise<void> {
  const erased = new Set(world.model.erased);
  const ran = await runJob(world, job, trouble, pace);
  world.isSettled = false;
  if (ran === 'failed' || (!ran.ok && (trouble !== undefined || pace !== USUAL_PACE))) return;
  assert.ok(ran.ok, `${job.name}: ${ran.ok ? '' : ran.error}`);
  world.isReadable = true;
  if (world.model.newestMs > 0) await assertPublic(world.service, world.model);
  await assertFollowed(world.service, world.follower);
  for (const install of erased) world.gone.add(install);
  world.isSettled = true;
}

async function takeSnapshot(world: World, { chunk, between, nth, stopAt, trouble }: Of<'snapshot'>): Promise<void> {
  let steps = 0;
  let isLate = false;
  const goOn = async (): Promise<boolean> => {
    const at = steps++;
    if (at === nth && between !== null && trouble === undefined) {
      isLate = true;
      await send(world, between);
    }
    return at !== stopAt;
  };
  const pace = { chunk, goOn };
  if (between === null && stopAt === null) return build(world, snapshotJob, trouble, { ...USUAL_PACE, chunk });
  const ran = await runJob(world, snapshotJob, trouble, pace);
  world.isSettled = false;
  assert.ok(ran === 'failed' || ran.ok || trouble !== undefined || stopAt !== null, 'a snapshot failed');
  // Records that arrived during the run are left for the next run.
  if (isLate || ran === 'failed' || !ran.ok) await build(world, snapshotJob);
}

async function verifyAll(world: World): Promise<void> {
  const ran = await world.service.run(verifyJob);
  assert.ok(ran.ok, `verify: ${ran.ok ? '' : ran.error}`);
}

async function importTables(world: World, { trouble }: Of<'import'>, tables: string): Promise<void> {
  const work = () => world.service.run(importGameFilesJob, { dir: tables, build: SEED_BUILD });
  const tried = await attempt(world, trouble, work);
  // An import killed in the middle is repeated. A refused import must leave the previous build as it was.
  const ran = tried === 'failed' ? await work() : tried;
  assert.ok(ran.ok || trouble !== undefined, `import: ${JSON.stringify(ran)}`);
  if (world.isSettled && ran.ok && world.model.newestMs > 0) {
    await assertPublic(world.service, world.model);
    await assertFollowed(world.service, world.follower);
  }
}

async function read(world: World, { what, id, trouble }: Of<'read'>): Promise<void> {
  await attempt(world, trouble, () => assertRead(world.service, what, id, trouble !== undefined || !world.isReadable));
}

const WALKS_MAX = 4;

async function walk(world: World, { list, limit }: Of<'walk'>): Promise<void> {
  const begun = await beginWalk(world.service, list, limit, world.returned);
  if (begun === null || !(await stepOn(world.service, begun, world.returned, false))) return;
  world.walks = [begun, ...world.walks].slice(0, WALKS_MAX);
}

async function step(world: World, { walk: n, trouble }: Of<'step'>): Promise<void> {
  const at = n % Math.max(1, world.walks.length);
  const chosen = world.walks[at];
  if (chosen === undefined) return;
  const goes = await attempt(world, trouble, () =>
    stepOn(world.service, chosen, world.returned, trouble !== undefined || !world.isReadable),
  );
  if (goes === false) world.walks = world.walks.filter((one) => one !== chosen);
}

/** Ends a world: takes a last snapshot and runs the service's own check of everything. */
export async function endWorld(world: World): Promise<void> {
  await build(world, snapshotJob);
  await verifyAll(world);
}
