import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createSuggester, type Suggestion } from '../../../../http/browser/suggest/suggester.ts';

function row(name: string): Suggestion {
  return { kind: 'item', id: `item:${name}`, name, quality: null, icon: null, line: '', url: null };
}

/** A suggester with a clock that the test moves, and with requests that the test answers. */
function typing() {
  const requests: { readonly text: string; readonly signal: AbortSignal; answer(): void; fail(): void }[] = [];
  const shown: (string | null)[] = [];
  const suggester = createSuggester({
    read: (text, signal) =>
      new Promise((resolve, reject) => {
        requests.push({
          text,
          signal,
          answer: () => resolve([row(text)]),
          fail: () => reject(new Error('no network')),
        });
      }),
    show: (rows) => shown.push(rows === null ? null : rows.map(({ name }) => name).join()),
  });
  return { suggester, requests, shown };
}

/** Runs with mocked timers. `settle` lets promises settle. */
async function withTimers(run: (pass: (ms: number) => Promise<void>) => Promise<void>): Promise<void> {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    await run(async (ms) => {
      mock.timers.tick(ms);
      for (let i = 0; i < 5; i++) await Promise.resolve();
    });
  } finally {
    mock.timers.reset();
  }
}

test('quick keystrokes make one request, and an empty or long text none', () =>
  withTimers(async (pass) => {
    const { suggester, requests, shown } = typing();
    for (const text of ['l', 'li', 'lin']) {
      suggester.ask(text);
      await pass(50);
    }
    assert.equal(requests.length, 0);
    await pass(30);
    assert.deepEqual(
      requests.map(({ text }) => text),
      ['lin'],
    );
    for (const text of ['', '   ', 'x'.repeat(61)]) {
      suggester.ask(text);
      await pass(100);
    }
    assert.equal(requests.length, 1);
    assert.deepEqual(shown, [null, null, null]);
  }));

test('a new text aborts the previous request, whose late answer is not shown', () =>
  withTimers(async (pass) => {
    const { suggester, requests, shown } = typing();
    suggester.ask('lin');
    await pass(80);
    suggester.ask('linen');
    assert.ok(requests[0]!.signal.aborted);
    await pass(80);
    requests[1]!.answer();
    await pass(0);
    requests[0]!.answer();
    await pass(0);
    assert.deepEqual(shown, ['linen']);
    suggester.ask('wolf');
    await pass(80);
    suggester.stop();
    requests[2]!.answer();
    await pass(0);
    assert.deepEqual(shown, ['linen'], 'nothing is shown after the reader left the box');
  }));

test('an answer is remembered, whatever the case and spaces of the text', () =>
  withTimers(async (pass) => {
    const { suggester, requests, shown } = typing();
    suggester.ask('Linen cloth');
    await pass(80);
    requests[0]!.answer();
    await pass(0);
    suggester.ask('  linen   CLOTH ');
    await pass(80);
    assert.equal(requests.length, 1);
    assert.deepEqual(shown, ['linen cloth', 'linen cloth']);
  }));

test('a failed request shows nothing and is repeated for the next keystroke', () =>
  withTimers(async (pass) => {
    const { suggester, requests, shown } = typing();
    for (const _ of [1, 2]) {
      suggester.ask('linen');
      await pass(80);
      requests.at(-1)!.fail();
      await pass(0);
    }
    assert.equal(requests.length, 2);
    assert.deepEqual(shown, [null, null]);
  }));
