import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

function read(file: string): string {
  return readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
}

test('no package runs a script during installation, and npm has nothing to ask about', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
  };
  const scripted = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  const { allowScripts } = JSON.parse(read('package.json')) as {
    allowScripts: Readonly<Record<string, boolean>>;
  };
  // npm 11 asks about each install script that is not decided here. Older versions read .npmrc.
  assert.deepEqual(allowScripts, Object.fromEntries(scripted.map((name) => [name, false])));
  assert.match(read('.npmrc'), /^ignore-scripts=true$/m);
});
