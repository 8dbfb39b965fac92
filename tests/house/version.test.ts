import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

function textOf(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

interface Versioned {
  readonly version: string;
}

test('service, lockfile, addon and change log have the same version', () => {
  const { version } = JSON.parse(textOf('package.json')) as Versioned;
  const lock = JSON.parse(textOf('package-lock.json')) as Versioned & {
    readonly packages: Readonly<Record<string, Versioned>>;
  };
  const addon = /^## Version: (.+)$/m.exec(textOf('http/addon/ThirdWitness/ThirdWitness.toc'))?.[1];
  const newest = /^## (\d[\d.]*) \(\d{4}-\d\d-\d\d\)$/m.exec(textOf('CHANGELOG.md'))?.[1];
  assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.deepEqual(
    { lock: lock.version, root: lock.packages['']?.version, addon, newest },
    { lock: version, root: version, addon: version, newest: version },
  );
});

test('CONTRIBUTING has one row per script', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  const cells = [...textOf('CONTRIBUTING.md').matchAll(/^\| (`npm .+?) \| /gm)].map(([, cell]) => cell!);
  const named = cells.flatMap((cell) => {
    const names = [...cell.matchAll(/`npm (?:run )?([\w:]+)(?:[^`]*)`/g)].map(([, name]) => name!);
    return [...new Set(names)];
  });
  assert.deepEqual(named.toSorted(), [...new Set(named)].toSorted(), 'a script is listed twice');
  for (const name of named) assert.ok(name in scripts, `package.json has no script ${name}`);
  for (const name of Object.keys(scripts)) assert.ok(named.includes(name), `CONTRIBUTING.md lacks ${name}`);
});
