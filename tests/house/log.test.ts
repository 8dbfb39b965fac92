import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../../adapters/clock.ts';
import { readConfig } from '../../adapters/config.ts';
import { startIntakeWorker } from '../../adapters/intake_worker/client.ts';
import { createLog, LOG_STYLES, type LogStyle, warnIfDebug } from '../../adapters/log.ts';
import type { OperatorCommand } from '../../domain/operator/command.ts';
import { createWorld } from '../http/support.ts';
import { inTempDir } from '../support/instance.ts';
import { replaceReads } from '../support/replace_reads.ts';
import { WITHOUT_FOLDER } from '../support/worker_settings.ts';

const SECRET = 'what a player sent';
const DROPS = '/api/rollups/drops';

/** Creates a log of this style that collects its lines. */
function heardLog(style: LogStyle) {
  const lines: string[] = [];
  return { lines, log: createLog(style, systemClock, (line) => lines.push(line)) };
}

/**
 * Asserts that an error takes one line: with its message and stack in debug style, and without the message in other
 * styles.
 */
function assertTold(style: LogStyle, lines: readonly string[], message: RegExp): void {
  const text = lines.join('\n');
  assert.equal(lines.length, style === 'off' ? 0 : 1, text);
  if (style !== 'debug') {
    assert.doesNotMatch(text, message);
    return;
  }
  const { class: name, message: told, stack } = JSON.parse(text) as Record<string, string>;
  assert.match(told!, message);
  assert.ok(stack!.startsWith(`${name}: ${told}\n    at `), stack);
}

const ENTRY = new URL('../../http/intake_thread.ts', import.meta.url);

test('only the debug style logs error messages, and debug must be chosen explicitly', () => {
  for (const style of LOG_STYLES) {
    const { lines, log } = heardLog(style);
    log.error('some.bug', { route: '/' }, new TypeError(SECRET));
    assertTold(style, lines, /what a player sent/);
  }
  for (const terminal of [true, false]) {
    const config = readConfig({}, { terminal, home: null });
    assert.equal(config.ok && config.value.log, terminal ? 'pretty' : 'json');
  }
});

test('message lines that look like stack frames are logged only in debug, and circular causes are handled', () => {
  const [json, debug] = [heardLog('json'), heardLog('debug')];
  const circle = new Error(`one\n    at ${SECRET}`);
  circle.cause = circle;
  for (const { log } of [json, debug]) log.error('some.bug', {}, circle);
  assert.ok(!json.lines.join('').includes(SECRET));
  assert.match(JSON.parse(json.lines[0]!).frames, /^at .*log\.test\.ts/);
  assert.ok(debug.lines.join('').includes(SECRET));
});

test('a thrown value may be no Error, or have a cause', () => {
  const json = heardLog('json');
  const debug = heardLog('debug');
  for (const { log } of [json, debug]) {
    log.error('some.bug', {}, SECRET);
    log.error('some.bug', {}, new Error('outside', { cause: new RangeError(SECRET) }));
  }
  assert.ok(!json.lines.join('').includes(SECRET));
  const [text, chain] = debug.lines.map((line) => JSON.parse(line) as Record<string, string>);
  assert.deepEqual([text!['thrown'], text!['message']], ['string', SECRET]);
  assert.match(chain!['stack']!, /^Error: outside\n[\s\S]*\ncaused by RangeError: what a player sent\n {4}at /);
});

test('debug writes JSON and warns about logged messages', () => {
  for (const style of LOG_STYLES) {
    const { lines, log } = heardLog(style);
    warnIfDebug(style, log);
    if (style !== 'debug') assert.deepEqual(lines, []);
    else assert.match(JSON.parse(lines.join('\n')).warning, /may quote what players sent/);
  }
});

test('an internal error during a request is logged', async () => {
  for (const style of LOG_STYLES) {
    const { lines, log } = heardLog(style);
    const fail = async () => {
      throw new TypeError(SECRET);
    };
    const world = createWorld({
      log,
      store: (store) => replaceReads(store, ({ rates }) => ({ rates: { ...rates, inPlaces: fail } })),
    });
    await world.write();
    const answer = await world.ask(DROPS);
    assert.equal(answer.status, 500);
    assert.ok(!answer.text.includes(SECRET));
    assertTold(style, lines, /what a player sent/);
  }
});

test('an internal error in the intake thread is logged', () =>
  inTempDir(async (dir) => {
    for (const style of ['json', 'debug'] as const) {
      const { lines, log } = heardLog(style);
      const uploadsDb = join(dir, `${style}.db`);
      const worker = await startIntakeWorker({
        ...WITHOUT_FOLDER,
        entry: ENTRY,
        uploadsDb,
        log,
        debug: style === 'debug',
      });
      const broken = { op: 'key-create', label: null } as unknown as OperatorCommand;
      const answer = await worker.ask(broken);
      await worker.close();
      assert.ok(!answer.ok && answer.error.endsWith('its log says where.'));
      assertTold(style, lines, /Cannot read properties of null/);
    }
  }));
