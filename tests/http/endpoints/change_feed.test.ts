import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeLines, withChangeYard } from '../../adapters/changes/support.ts';
import { snapshotChange } from '../../support/snapshot_change.ts';
import { createWorld, EPOCH, parsed, publicSource } from '../support.ts';

const TOO_OLD = (pin: string): string =>
  `since must name a snapshot from which changes are kept; it is ${pin}, which is too old or of another epoch: start again from /export/index.json.`;

/** Writes two snapshots, and serves them and the change files that a writer of the same snapshots wrote. */
function withWorld(work: (asked: ReturnType<typeof createWorld>, lines: readonly object[]) => Promise<void>) {
  return withChangeYard(async ({ dir, snapshots, reader }) => {
    await snapshots.write(snapshotChange(1));
    await snapshots.write(snapshotChange(2, { drops: [publicSource(6, 4)] }));
    const asked = createWorld({ changes: reader });
    await asked.write({});
    await asked.write({ drops: [publicSource(6, 4)] });
    await work(asked, await changeLines(dir, 2, EPOCH));
  }, EPOCH);
}

test('the list names the files that lead to the newest snapshot, and each file is what the list says', () =>
  withWorld(async (asked, lines) => {
    for (const name of ['since', 'lastEventId']) {
      const body = parsed('changesResponse', (await asked.ask(`/api/changes?${name}=${EPOCH}.1`)).text);
      assert.deepEqual([body.newest, body.files.length], [`${EPOCH}.2`, 1]);
      const [file] = body.files;
      assert.deepEqual([file!.snapshot, file!.previous, file!.rows], [`${EPOCH}.2`, `${EPOCH}.1`, lines.length]);
      const got = await asked.ask(new URL(file!.url).pathname);
      assert.equal(got.status, 200);
      assert.equal(got.headers.get('content-type'), 'application/x-ndjson');
      assert.deepEqual(
        got.text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
        lines,
      );
    }
    const upToDate = parsed('changesResponse', (await asked.ask(`/api/changes?since=${EPOCH}.2`)).text);
    assert.deepEqual(upToDate.files, []);
  }));

test('a snapshot whose changes are no longer kept is refused with 410', () =>
  withWorld(async (asked) => {
    for (const pin of [`${EPOCH}.3`, 'other1.1']) {
      const answer = await asked.ask(`/api/changes?since=${pin}`);
      assert.equal(answer.status, 410);
      assert.equal(parsed('apiError', answer.text).error, TOO_OLD(pin));
    }
    for (const path of [`/changes/${EPOCH}/3.ndjson`, '/changes/other1/1.ndjson']) {
      assert.equal((await asked.ask(path)).status, 410, path);
    }
    assert.equal((await asked.ask(`/changes/${EPOCH}/2.csv`)).status, 404);
    const missing = await asked.ask('/api/changes');
    assert.equal(missing.status, 400);
    assert.match(parsed('apiError', missing.text).error, /^since must be a snapshot/);
  }));
