import assert from 'node:assert/strict';
import fs, { existsSync, readdirSync, readFileSync } from 'node:fs';
import fsp from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import process from 'node:process';
import { savedFile } from '../../domain/saved_variables/lua_writer.ts';
import { atHome, dataArchive, GOOD_DATA, press, TOC, withInstance, writeTree } from './support.ts';

/**
 * Interrupts the companion at each step that changes the disk, then starts it again. Run by `steps.test.ts` as a process
 * of its own, because it replaces functions of node:fs.
 */

type Fault = 'kill' | 'full';

/** The steps until the fault, or null while there is none. After a kill no step happens; on a full disk none that writes. */
let armed: { readonly fault: Fault; stepsLeft: number; steps: number } | null = null;

function passStep(writes: boolean): void {
  if (armed === null) return;
  armed.steps++;
  if (armed.stepsLeft > 0) {
    armed.stepsLeft--;
    return;
  }
  const code = armed.fault === 'kill' ? 'EKILLED' : 'ENOSPC';
  if (armed.fault === 'kill' || writes) throw Object.assign(new Error(code), { code });
}

function interrupt<T extends object>(
  module: T,
  name: keyof T,
  writes: (args: readonly unknown[]) => boolean | null,
): void {
  const real = module[name] as (...args: unknown[]) => unknown;
  Object.assign(module, {
    [name]: (...args: unknown[]) => {
      const kind = writes(args);
      if (kind !== null) passStep(kind);
      return real(...args);
    },
  });
}

interrupt(fsp, 'open', ([, flags]) => (flags === 'w' ? true : null));
interrupt(fsp, 'mkdir', () => true);
interrupt(fsp, 'rename', () => false);
interrupt(fsp, 'rm', () => false);
interrupt(fs, 'renameSync', () => false);
syncBuiltinESMExports();

const FILES = ['LICENSE.txt', 'ThirdWitness_Data.toc', 'api.lua', 'data.lua'];
const OLD = 'old data';

/** Returns which complete addon of data a folder holds, or null if it holds none or a part. */
function dataIn(folder: string): 'old' | 'new' | null {
  if (!existsSync(folder) || readdirSync(folder).sort().join() !== FILES.join()) return null;
  const texts = FILES.map((name) => readFileSync(join(folder, name), 'utf8'));
  if (texts.every((text) => text === OLD)) return 'old';
  return texts.every((text) => text !== OLD && text !== '') ? 'new' : null;
}

/** Interrupts a run at its nth step. Returns false if it ended before. */
async function interruptAt(fault: Fault, stepsLeft: number, archive: Uint8Array): Promise<boolean> {
  let reached = false;
  await atHome(async ({ addons, saved, run }) => {
    const records = ['aaa', 'bbb'].map((eventId) => {
      return { kind: 'loot', eventId, capturedAt: '2026-11-22T10:00:00Z', items: [] };
    });
    for (const account of ['1#1', '2#1']) {
      const head = {
        format: 1,
        installId: `install-of-${account[0]}-000000`,
        addonVersion: '0.6.0',
        clientBuild: '1.60.1.70790',
      };
      const own = records.map((record) => ({ ...record, eventId: `${record.eventId}-${account[0]}` }));
      writeTree(saved(account), savedFile({ ...head, locale: 'enUS', protocol: '1.5.0', records: own }));
    }
    for (const name of FILES) writeTree(join(addons, 'ThirdWitness_Data', name), OLD);
    writeTree(join(addons, 'ThirdWitness', 'ThirdWitness.toc'), '## Version: 0.1.0\n');
    await withInstance(
      async (url, heard) => {
        const choose = async (second: number, one: Parameters<typeof press>[0]): Promise<void> => {
          if (second !== 2) return;
          await press(one, 'add-instance', url);
          await one.act(new URLSearchParams({ action: 'switches', installs: '' }));
          await press(one, 'send', url);
        };
        armed = { fault, stepsLeft, steps: 0 };
        const companion = await run(8, choose);
        reached = armed.steps > stepsLeft;
        armed = null;
        const said = (await companion.state()).events.map(({ text }) => text).join('\n');
        const where = `${fault} after ${stepsLeft} steps:\n${said}`;
        if (reached && fault === 'full' && !said.includes('The addon 0.7.0 is installed'))
          assert.match(said, /ENOSPC/, where);
        // A complete addon is there, or is put back by the next run.
        const data = join(addons, 'ThirdWitness_Data');
        assert.ok(dataIn(data) ?? dataIn(`${data}.old`), where);
        const confirmed = heard.filter(({ path }) => path === '/api/intake').length;

        await run(8, choose);
        const sent = heard.flatMap(({ path, events }) => (path === '/api/intake' ? [events.join()] : []));
        assert.deepEqual([...new Set(sent)].sort(), ['aaa-1,bbb-1', 'aaa-2,bbb-2'], where);
        // Only the upload whose receipt could not be noted is repeated.
        assert.ok(
          sent.length <= Math.max(2, confirmed + 1) + 1,
          `${where}\n${sent.length} uploads, ${confirmed} before`,
        );
        assert.equal(dataIn(data), 'new', where);
        assert.equal(readFileSync(join(addons, 'ThirdWitness', 'ThirdWitness.toc'), 'utf8'), TOC, where);
        assert.deepEqual(readdirSync(addons).sort(), ['ThirdWitness', 'ThirdWitness_Data'], where);
        const beside = readdirSync(join(saved('1#1'), '..')).map((name) => basename(name));
        assert.deepEqual(beside.sort(), ['ThirdWitness.lua', 'ThirdWitness.lua.third-witness-outbox'], where);
      },
      (path) => (path.startsWith('/export/') ? { status: 200, body: archive } : null),
    );
  });
  return reached;
}

const archive = await dataArchive({
  'ThirdWitness_Data/ThirdWitness_Data.toc': 'x',
  'ThirdWitness_Data/data.lua': GOOD_DATA,
});
for (const fault of ['kill', 'full'] as const) {
  let steps = 0;
  while (await interruptAt(fault, steps, archive)) steps++;
  process.stdout.write(`${fault}: ${steps} steps\n`);
}
