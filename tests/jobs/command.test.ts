import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCommand } from '../../jobs/command.ts';
import { JOBS } from '../../jobs/mod.ts';
import { progressLine } from '../../jobs/progress.ts';

const CASES: readonly [args: readonly string[], outcome: RegExp][] = [
  [[], /^help Usage: npm run job -- <command>/],
  [['--help'], /^help Usage: npm run job -- <command>/],
  [['snapshot'], /^run snapshot false$/],
  [['snapshot', '--quiet'], /^run snapshot true$/],
  [['rebuild'], /^run rebuild false$/],
  [['rebuild', '--help'], /^help Usage: npm run job -- rebuild/],
  [['rebuild', '--loud', '-h'], /^help Usage: npm run job -- rebuild/],
  [['rebuild', '--loud'], /^wrong rebuild takes --quiet and --help; "--loud" came\.$/],
  [['snapshots'], /^wrong The command must be one of snapshot, rebuild; "snapshots" came\.$/],
  [['x'.repeat(100)], /; "x{80}" came\.$/],
];

test('the words of a command line', async (t) => {
  for (const [args, outcome] of CASES) {
    await t.test(args.join(' ').slice(0, 40) || 'none', () => {
      const command = parseCommand(args);
      const said =
        command.kind === 'run'
          ? `${command.job.name} ${command.quiet}`
          : command.kind === 'help'
            ? command.text
            : command.error;
      assert.match(`${command.kind} ${said}`, outcome);
    });
  }
});

test('the list of commands names each job with what it does', () => {
  const command = parseCommand([]);
  const text = command.kind === 'help' ? command.text : '';
  for (const job of JOBS) assert.ok(text.includes(`${job.name}  `) && text.includes(job.summary), job.name);
});

const BARS: readonly [fromSeq: number, seq: number, toSeq: number, line: string][] = [
  [0, 0, 0, '[====================] 100% of 0 records'],
  [0, 0, 200, '[                    ] 0% of 200 records'],
  [100, 150, 300, '[=====               ] 25% of 200 records'],
  [100, 299, 300, '[====================] 99% of 200 records'],
  [100, 300, 300, '[====================] 100% of 200 records'],
];

test('the bar of a run', async (t) => {
  for (const [fromSeq, seq, toSeq, line] of BARS) {
    await t.test(line, () => assert.equal(progressLine({ fromSeq, seq, toSeq }), line));
  }
});
