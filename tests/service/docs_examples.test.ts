import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { DOCS_PATH, REFERENCE_GROUPS } from '../../http/endpoints/reference/groups.ts';
import { SEED_BUILD, writeSeedTables } from '../seed/tables.ts';
import { type Instance, inTempDir, startInstance } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import { item, lot, npc, object, quest, world } from '../support/world.ts';

/** An example of the reference page, with the id of its section. */
interface Example {
  readonly id: string;
  readonly language: string;
  readonly code: string;
}

/** Number of lines that an example printed, and how it failed, or null if it succeeded. */
interface Run {
  readonly file: string;
  readonly printed: number;
  readonly error: string | null;
}

function unescaped(html: string): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function examplesOf(page: string): readonly Example[] {
  return page.split('<section ').flatMap((section) => {
    const id = /^[^>]*id="([^"]+)"/.exec(section)?.[1] ?? 'none';
    const shown =
      /(?:<summary>(JavaScript|Python)<\/summary>\s*)?(?:<div[^>]*>\s*)?<pre[^>]*><code[^>]*>([\s\S]*?)<\/code>/g;
    return [...section.matchAll(shown)].flatMap(([, named, text]) => {
      const code = unescaped(text!);
      const language = named ?? (code.startsWith('curl ') ? 'curl' : null);
      return language === null ? [] : [{ id, language, code }];
    });
  });
}

async function readPages({ url }: Instance): Promise<readonly string[]> {
  return Promise.all(
    [DOCS_PATH, ...REFERENCE_GROUPS.map(({ path }) => path)].map(async (path) => (await fetch(url + path)).text()),
  );
}

/**
 * Makes the entities used in the examples public, imports a small build and writes the export files. Returns the newest
 * snapshot.
 */
async function fill(instance: Instance, dataDir: string, tables: string): Promise<string> {
  await world()
    .installs(3, (install) =>
      install
        .looted(npc(6), item(25))
        .looted(object(61), item(25))
        .wasOffered(quest(3))
        .saw(item(25, 'Worn Shortsword'))
        .met(npc(6, 'Kobold Vermin'), { mapId: 14, x: 10, y: 20, level: 5 })
        .scanned('Stormrage', [lot(item(25), 10)]),
    )
    .sendTo(instance.url);
  await writeSeedTables(tables);
  for (const job of [['snapshot'], ['import-game-files', '--dir', tables, '--build', SEED_BUILD], ['export']]) {
    const { code, stderr } = await runJobHere(dataDir, job);
    assert.equal(code, 0, stderr);
  }
  const health = (await (await fetch(`${instance.url}/api/health`)).json()) as {
    readonly snapshot: { readonly id: string };
  };
  return health.snapshot.id;
}

/** The example whose answer never ends. */
const STREAM = 'followChanges';

/** Replaces the snapshots of an example by those of the instance, whose newest one is `newest`. */
function inEpoch(code: string, newest: string): string {
  const [epoch, n] = newest.split('.') as [string, string];
  return code.replace('abcd1234.2', `${epoch}.${Number(n) - 1}`).replace('abcd1234/3.', `${epoch}/${n}.`);
}

/** Runs the example of a stream until it has printed an event, and returns what it printed. */
async function firstEvent(program: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let printed = '';
    for await (const bytes of child.stdout) {
      printed += String(bytes);
      if (/^data: /m.test(printed)) break;
    }
    return printed;
  } finally {
    child.kill();
  }
}

/** Programs that run each file in turn and print a `Run` for each as JSON. */
const DRIVERS = {
  JavaScript: `const print = console.log;
const runs = [];
for (const file of process.argv.slice(2)) {
  let printed = 0;
  console.log = () => { printed += 1; };
  const error = await import('./' + file).then(() => null, (fault) => String(fault));
  runs.push({ file, printed, error });
}
print(JSON.stringify(runs));
`,
  Python: `import contextlib, io, json, runpy, sys
runs = []
for file in sys.argv[1:]:
    printed = io.StringIO()
    error = None
    try:
        with contextlib.redirect_stdout(printed):
            runpy.run_path(file)
    except Exception as fault:
        error = repr(fault)
    runs.append({"file": file, "printed": printed.getvalue().count("\\n"), "error": error})
print(json.dumps(runs))
`,
} as const;

const COMMANDS = {
  JavaScript: { ending: 'mjs', command: [process.execPath, ...('Deno' in globalThis ? ['run', '-A'] : [])] },
  Python: { ending: 'py', command: ['python3'] },
} as const;

function runAll(language: keyof typeof DRIVERS, examples: readonly Example[], dir: string): readonly Run[] {
  const { ending, command } = COMMANDS[language];
  const files = examples.map(({ id, code }) => {
    writeFileSync(join(dir, `${id}.${ending}`), code);
    return `${id}.${ending}`;
  });
  writeFileSync(join(dir, `driver.${ending}`), DRIVERS[language]);
  const [program, ...args] = [...command, `driver.${ending}`, ...files];
  return JSON.parse(execFileSync(program!, args, { cwd: dir, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX })) as Run[];
}

/** The OpenAPI document alone is about a megabyte. */
const OUTPUT_BYTES_MAX = 16_000_000;

/** Returns the reason why an example cannot run here, or false if it can. */
function missing(program: string): string | false {
  return spawnSync(program, ['--version']).status === 0 ? false : `${program} is not on this machine`;
}

test('every example of the reference runs against a real instance, in each language', (t) =>
  inTempDir(async (dir) => {
    const dataDir = join(dir, 'data');
    const tables = join(dir, 'tables');
    mkdirSync(tables);
    const instance = await startInstance({ dataDir });
    try {
      const newest = await fill(instance, dataDir, tables);
      const pages = await readPages(instance);
      const all = pages.flatMap(examplesOf).map((example) => ({ ...example, code: inEpoch(example.code, newest) }));
      const [streams, examples] = [all.filter(({ id }) => id === STREAM), all.filter(({ id }) => id !== STREAM)];
      const of = (wanted: string): readonly Example[] => examples.filter(({ language }) => language === wanted);
      const upload = /<summary>Example: The contents of one loot window<\/summary>[\s\S]*?<code>([\s\S]*?)<\/code>/;
      const body = unescaped(upload.exec(pages.join('\n'))?.[1] ?? '');
      const saved = body.replace(/"capturedAt": "[^"]+"/, `"capturedAt": "${new Date().toISOString()}"`);
      assert.notEqual(saved, body, 'the page shows an upload');
      writeFileSync(join(dir, 'upload.json'), saved);

      await t.test('curl', { skip: missing('curl') }, () => {
        assert.ok(of('curl').length > 45, `${of('curl').length} examples`);
        for (const { id, code } of of('curl')) {
          const printed = execFileSync('sh', ['-c', code], {
            cwd: dir,
            encoding: 'utf8',
            stdio: 'pipe',
            maxBuffer: OUTPUT_BYTES_MAX,
          });
          if (id === 'getAddonFile') {
            assert.match(printed, /^-- /);
            continue;
          }
          if (id === 'getExportList') {
            assert.match(printed, /^\uFEFF?kind,id,name,locale,installs\r\n/);
            continue;
          }
          if (printed.startsWith('<?xml')) {
            assert.match(printed, /<feed [^>]*xmlns="http:\/\/www\.w3\.org\/2005\/Atom"/, id);
            continue;
          }
          const answers = (id === 'getExportFile' ? printed.trim().split('\n') : [printed]).map(
            (line) => JSON.parse(line) as object,
          );
          for (const answer of answers) assert.ok(!('error' in answer), `${id}: ${code}\n${printed.slice(0, 300)}`);
        }
      });
      for (const language of ['JavaScript', 'Python'] as const) {
        const skip = language === 'Python' ? missing('python3') : false;
        await t.test(language, { skip }, () => {
          const runs = runAll(language, of(language), dir);
          assert.ok(runs.length > 45, `${runs.length} examples`);
          assert.deepEqual(
            runs.filter(({ printed, error }) => printed === 0 || error !== null),
            [],
          );
        });
      }
      for (const { language, code } of streams) {
        const { ending, command } =
          language === 'curl' ? { ending: 'sh', command: ['sh'] } : COMMANDS[language as 'Python'];
        await t.test(
          `a stream with ${language}`,
          { skip: missing(language === 'curl' ? 'curl' : command[0]!) },
          async () => {
            writeFileSync(join(dir, `stream.${ending}`), language === 'curl' ? `exec ${code}` : code);
            const [program, ...args] = [...command, `stream.${ending}`];
            assert.match(await firstEvent(program!, args, dir), new RegExp(`^id: ${newest}$`, 'm'));
          },
        );
      }
      assert.equal(streams.length, 3);
    } finally {
      await instance.kill();
    }
  }));
