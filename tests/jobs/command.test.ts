import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NAMED_PROGRAMS } from '../../adapters/start/programs.mjs';
import type { OperatorCommand } from '../../domain/operator/command.ts';
import type { JobTools } from '../../jobs/job.ts';
import { ALL_JOBS } from '../../jobs/mod.ts';
import { type ParsedCommand, parseCommand } from '../../jobs/run_command.ts';
import { formatProgress } from '../../jobs/sentences.ts';

const NAMES = [...NAMED_PROGRAMS, { name: 'completion' }, ...ALL_JOBS].map(({ name }) => name).join(', ');
const TOKEN = `tg_${'A'.repeat(43)}`;

const CASES: readonly (readonly [args: readonly string[], outcome: RegExp])[] = [
  [[], /^help Usage: npm run job -- <command>/],
  [['--help'], /^help Usage: npm run job -- <command>/],
  [['snapshot'], /^run snapshot \{\} false$/],
  [['snapshot', '--quiet'], /^run snapshot \{\} true$/],
  [['rebuild'], /^run rebuild \{\} false$/],
  [['rebuild', '--help'], /^help Usage: npm run job -- rebuild \[--feed-time V\] \[--game G\] \[--quiet\]\n/],
  [['rebuild', '--loud', '-h'], /^help Usage: npm run job -- rebuild/],
  [['rebuild', '--loud'], /^wrong rebuild takes --feed-time, --game, --quiet, --help; got "--loud"\.$/],
  [['rebuild', '--loud=1'], /^wrong rebuild takes --feed-time, --game, --quiet, --help; got "--loud"\.$/],
  [['rebuild', '--'], /^wrong rebuild takes --feed-time, --game, --quiet, --help; got "--"\.$/],
  [['rebuild', '-x'], /^wrong rebuild takes --feed-time, --game, --quiet, --help; got "-x"\.$/],
  [['rebuild', '-x=1'], /^wrong rebuild takes --feed-time, --game, --quiet, --help; got "-x"\.$/],
  [['rebuild', '--quiet=yes'], /^wrong --quiet takes no value; got one\.$/],
  [['rebuild', '--quiet', '--quiet'], /^wrong --quiet was given twice\.$/],
  [['rebuild', '--feed-time', 'day'], /^run rebuild \{"feed-time":"day"\} false$/],
  [['rebuild', '--feed-time'], /^wrong --feed-time must be followed by V; got nothing\.$/],
  [['rebuild', 'all'], /^wrong rebuild takes no words beside its options; got 1 word\.$/],
  [
    ['snapshots'],
    new RegExp(`^wrong The command must be one of ${NAMES}; got "snapshots"\\. The nearest is snapshot\\.$`),
  ],
  [['strat'], /; got "strat"\. The nearest is start\.$/],
  [['completion'], /^wrong completion must be followed by bash, zsh or fish, and is in the built package; got ""\.$/],
  [['completion', '../package.json'], /^wrong completion must be .*; got "\.\.\/package\.json"\.$/],
  [['x'.repeat(100)], /; got "x{80}"\.$/],

  [['key'], /^wrong key must be followed by one of create, list, revoke; got nothing\.$/],
  [['key', 'make'], /^wrong key must be followed by one of create, list, revoke; got "make"\.$/],
  [['key create'], /^wrong The command must be one of .*; got "key create"\. The nearest is key create\.$/],
  [['grant', TOKEN], /^wrong grant must be followed by one of issue, list, revoke; got text of 46 characters\.$/],
  [['key', '--help'], /^help Usage: npm run job -- <command>/],
  [['key', 'create', '--help'], /^help Usage: npm run job -- key create --label LABEL \[--quiet\]\n/],
  [['key', 'revoke', '--help'], /^help Usage: npm run job -- key revoke ID \[--quiet\]\n/],
  [['grant', 'revoke', '--help'], /^help Usage: npm run job -- grant revoke \[ID\] \[--token T\] \[--quiet\]\n/],
  [
    ['withhold', '--help'],
    /^help Usage: npm run job -- withhold --install ID \[--reason TEXT\] \[--lift\] \[--quiet\]\n/,
  ],

  [['key', 'create', '--label', 'a b'], /^run key create \{"label":"a b"\} false$/],
  [['key', 'create', '--label=a=b', '--quiet'], /^run key create \{"label":"a=b"\} true$/],
  [['key', 'create', '--label='], /^run key create \{"label":""\} false$/],
  [['key', 'create', '--label=--quiet'], /^run key create \{"label":"--quiet"\} false$/],
  [['key', 'create', '--label', '-x'], /^run key create \{"label":"-x"\} false$/],
  [['key', 'create', '--label', '-'], /^run key create \{"label":"-"\} false$/],
  [['key', 'create', '--label', '--'], /^wrong --label must be followed by LABEL; got nothing\.$/],
  [['key', 'create'], /^wrong key create requires --label LABEL\.$/],
  [['key', 'create', '--label'], /^wrong --label must be followed by LABEL; got nothing\.$/],
  [['key', 'create', '--label', '--quiet'], /^wrong --label must be followed by LABEL; got nothing\.$/],
  [['key', 'create', '--label', 'a', '--label', 'b'], /^wrong --label was given twice\.$/],
  [['key', 'create', '--toString', 'a'], /^wrong key create takes --label, --quiet, --help; got "--toString"\.$/],
  [['key', 'create', 'me'], /^wrong key create requires --label LABEL\.$/],

  [['key', 'revoke', '7'], /^run key revoke \{\} 7 false$/],
  [['upload', '--help'], /^help Usage: npm run job -- upload \[FILE\]… \[--to URL\]/],
  [['upload', 'a', 'b', '--yes', '--to', 'http://x'], /^run upload \{"to":"http:\/\/x","yes":true\} a b false$/],

  [['key', 'revoke'], /^wrong key revoke takes ID; got nothing\.$/],
  [['key', 'revoke', '7', '8'], /^wrong key revoke takes ID; got 2 words\.$/],
  [['key', 'revoke', '7', TOKEN], /^wrong key revoke takes ID; got 2 words\.$/],
  [['grant', 'revoke'], /^run grant revoke \{\} false$/],
  [['grant', 'revoke', '7'], /^run grant revoke \{\} 7 false$/],
  [['grant', 'revoke', '7', '8'], /^wrong grant revoke takes \[ID\]; got 2 words\.$/],
  [
    ['grant', 'revoke', `--${TOKEN}`],
    /^wrong grant revoke takes --token, --quiet, --help; got text of 48 characters\.$/,
  ],
  [['withhold', '--install', 'i', '--lift'], /^run withhold \{"install":"i","lift":true\} false$/],
  [['withhold', '--install', 'i', '--lift', 'now'], /^wrong withhold takes no words beside its options; got 1 word\.$/],
  [['erase', 'install-secret'], /^wrong erase requires --install ID\.$/],
];

/** Formats a job's options and arguments as text. */
function given({ job, args, quiet }: Extract<ParsedCommand, { kind: 'run' }>): string {
  const options = Object.entries(job.options ?? {}).map(([name, { value }]) => [
    name,
    value === null ? args.flag(name) || null : args.option(name),
  ]);
  const read = JSON.stringify(Object.fromEntries(options.filter(([, value]) => value !== null)));
  return [job.name, read, ...args.words, quiet].join(' ');
}

test('a command line is read as words and options', async (t) => {
  for (const [args, outcome] of CASES) {
    await t.test(args.join(' ').slice(0, 40) || 'none', () => {
      const command = parseCommand(args);
      const said = command.kind === 'run' ? given(command) : command.kind === 'help' ? command.text : command.error;
      assert.match(`${command.kind} ${said}`, outcome);
      if (command.kind === 'wrong') assert.doesNotMatch(command.error, /secret|AAAAAAAA/);
    });
  }
});

test('the help of each command names its options and their purpose', () => {
  for (const { name, options } of ALL_JOBS) {
    const command = parseCommand([...name.split(' '), '--help']);
    const text = command.kind === 'help' ? command.text : '';
    for (const [option, { value, text: purpose }] of Object.entries(options ?? {})) {
      assert.ok(text.includes(`  --${option}${value === null ? '' : ` ${value}`} `) && text.includes(purpose), name);
    }
  }
});

function owner(answer: (command: OperatorCommand) => unknown) {
  const asked: OperatorCommand[] = [];
  return {
    asked,
    run: async (line: readonly string[]): Promise<string> => {
      const command = parseCommand(line);
      assert.ok(
        command.kind === 'run' &&
          !('forPlayers' in command.job) &&
          !('forRestore' in command.job) &&
          !('forReading' in command.job) &&
          !('forVisitors' in command.job) &&
          !('forChecking' in command.job),
      );
      const carryOut = async (one: OperatorCommand) => {
        asked.push(one);
        return { ok: true, value: answer(one) } as const;
      };
      // Commands for the owner do not use the other tools.
      const done = await command.job.run({ owner: { carryOut } } as unknown as JobTools, command.args);
      return done.ok ? (done.value ?? '') : `wrong: ${done.error}`;
    },
  };
}

const KEY_ROWS = [
  { n: 1, label: 'site', createdDay: '2026-11-20', lastUsedDay: null, revokedAtMs: null },
  { n: 12, label: 'Bö', createdDay: '2026-11-21', lastUsedDay: '2026-11-22', revokedAtMs: Date.UTC(2026, 10, 23) },
];

test('lists are columns of plain text, requested part by part', async () => {
  const keys = owner((command) =>
    command.op === 'key-list' ? KEY_ROWS.filter(({ n }) => n > command.after).slice(0, 1) : null,
  );
  assert.equal(
    await keys.run(['key', 'list']),
    [
      'ID  CREATED     LAST USED   REVOKED     LABEL',
      '1   2026-11-20  –           –           site',
      '12  2026-11-21  2026-11-22  2026-11-23  Bö',
    ].join('\n'),
  );
  assert.deepEqual(
    keys.asked.map((command) => 'after' in command && command.after),
    [0, 1, 12],
  );
  assert.equal(await owner(() => []).run(['key', 'list']), 'There are no keys.');
  const grant = {
    n: 3,
    categories: ['guild', 'gold'],
    scope: { guildName: 'Say "hi"', realm: null, character: 'Ada', install: true },
    issuedAtMs: Date.UTC(2026, 0, 1),
    expiresAtMs: Date.UTC(2027, 0, 1),
    revokedAtMs: null,
    self: false,
  };
  const grants = owner((command) => ('after' in command && command.after < 3 ? [grant] : []));
  assert.equal(
    await grants.run(['grant', 'list']),
    [
      'ID  ISSUED      EXPIRES     REVOKED  BY        CATEGORIES  SCOPE',
      '3   2026-01-01  2027-01-01  –        operator  guild,gold  guild "Say \\"hi\\"", character "Ada", an install',
    ].join('\n'),
  );
});

test('commands send the right request to the operator desk', async () => {
  const none = { guildName: null, realm: null, character: null, installId: null, days: 365 };
  const scope = ['--guild', 'G', '--realm', 'R', '--character', 'N', '--install', 'I', '--days', '9'];
  const rows: readonly (readonly [line: readonly string[], command: OperatorCommand])[] = [
    [['key', 'create', '--label', 'a'], { op: 'key-create', label: 'a' }],
    [['key', 'revoke', '7'], { op: 'key-revoke', n: 7 }],
    [['grant', 'issue', '--category', 'guild'], { op: 'grant-issue', categories: ['guild'], ...none }],
    [
      ['grant', 'issue', '--category', 'guild, gold', ...scope],
      {
        op: 'grant-issue',
        categories: ['guild', 'gold'],
        guildName: 'G',
        realm: 'R',
        character: 'N',
        installId: 'I',
        days: 9,
      },
    ],
    [['grant', 'revoke', '7'], { op: 'grant-revoke', n: 7, token: null }],
    [['grant', 'revoke', '--token', TOKEN], { op: 'grant-revoke', n: null, token: TOKEN }],
    [['erase', '--install', 'I'], { op: 'erase', installId: 'I' }],
    [['withhold', '--install', 'I', '--reason', 'lies'], { op: 'withhold', installId: 'I', reason: 'lies' }],
    [['withhold', '--install', 'I', '--lift'], { op: 'lift', installId: 'I' }],
  ];
  for (const [line, command] of rows) {
    const asking = owner(() => ({ n: 1, key: 'K', token: 'T', records: 4 }));
    const said = await asking.run(line);
    assert.deepEqual(asking.asked, [command], line.join(' '));
    const secret = { 'key create': 'K', 'grant issue': 'T' }[line.slice(0, 2).join(' ')];
    if (secret !== undefined) assert.equal(said, secret, 'the secret alone');
  }
});

test('commands refuse wrong arguments themselves', async () => {
  const rows: readonly (readonly [line: readonly string[], said: RegExp])[] = [
    [['key', 'revoke', `tw_${'A'.repeat(43)}`], /^wrong: ID must be a number/],
    [['key', 'revoke', '0'], /^wrong: ID must be a number/],
    [['grant', 'revoke', 'tg_secret'], /^wrong: ID must be a number/],
    [['grant', 'revoke'], /^wrong: .* or --token T; got neither\.$/],
    [['grant', 'revoke', '7', '--token', TOKEN], /^wrong: .* or --token T; got both\.$/],
    [
      ['grant', 'issue', '--category', 'guild', '--guild', 'G', '--days', '1e3'],
      /^wrong: --days must be a whole number/,
    ],
    [['withhold', '--install', 'I'], /^wrong: withhold takes --reason TEXT or --lift; got neither\.$/],
    [['withhold', '--install', 'I', '--reason', 'a', '--lift'], /^wrong: withhold takes .*; got both\.$/],
  ];
  for (const [line, said] of rows) {
    const asking = owner(() => assert.fail('nothing is asked'));
    const sentence = await asking.run(line);
    assert.match(sentence, said);
    assert.doesNotMatch(sentence, /AAAAAAA|secret/);
  }
});

test('the list of commands names each job with its purpose', () => {
  const command = parseCommand([]);
  const text = command.kind === 'help' ? command.text : '';
  for (const job of [...NAMED_PROGRAMS, ...ALL_JOBS])
    assert.ok(text.includes(`${job.name}  `) && text.includes(job.summary), job.name);
});

const BARS: readonly [fromSeq: number, seq: number, toSeq: number, line: string][] = [
  [0, 0, 0, '[====================] 100% of 0 records'],
  [0, 0, 200, '[                    ] 0% of 200 records'],
  [100, 150, 300, '[=====               ] 25% of 200 records'],
  [100, 299, 300, '[====================] 99% of 200 records'],
  [100, 300, 300, '[====================] 100% of 200 records'],
];

test('the progress bar shows a run', async (t) => {
  for (const [fromSeq, seq, toSeq, line] of BARS) {
    await t.test(line, () => assert.equal(formatProgress({ fromSeq, seq, toSeq }), line));
  }
});
