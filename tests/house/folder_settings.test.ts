import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { FOLDER_VARIABLES, VARIABLES } from '../../adapters/config/variables.ts';
import type { CommandConfig, FolderSettings } from '../../adapters/config.ts';
import { filesEndingIn } from './documents.ts';

/** The type of a command's environment has no setting that shapes what is public, or this does not compile. */
type Shared = keyof CommandConfig & keyof FolderSettings;
const NONE_SHARED: [Shared] extends [never] ? true : false = true;

const PRODUCT = /^(?:adapters|domain|http|jobs|schema)\//;

test('only the start of an instance reads the settings of the folder from the environment', () => {
  assert.ok(NONE_SHARED);
  const using = (pattern: RegExp): readonly string[] =>
    filesEndingIn('.ts', '.mjs').flatMap(({ path, source }) =>
      PRODUCT.test(path) && pattern.test(source) ? [path] : [],
    );
  assert.deepEqual(using(/\breadConfig\b/).toSorted(), [
    'adapters/config.ts',
    'adapters/config/folder_settings.ts',
    // Reports faults of an environment and publishes nothing.
    'adapters/doctor/examine.ts',
    'http/main.ts',
  ]);
  const names = Object.values(FOLDER_VARIABLES).map(({ name }) => name);
  const read = new RegExp(`(?:env|process)\\b.*(?:${names.join('|')})`);
  assert.deepEqual(using(read), []);
});

test('the settings of the folder are those of the document', () => {
  const settings = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
  const [, section = ''] = /## Settings of the folder\n\n(.+?)\n\n/s.exec(settings) ?? [];
  const [sentence = ''] = section.split('. ');
  const listed = [...sentence.matchAll(/`(TW_[A-Z_]+)`/g)].map(([, name]) => name!);
  assert.deepEqual(
    listed.toSorted(),
    Object.values(FOLDER_VARIABLES)
      .map(({ name }) => name)
      .toSorted(),
  );
  for (const [key, variable] of Object.entries(FOLDER_VARIABLES)) {
    assert.equal(VARIABLES[key as keyof typeof VARIABLES], variable);
  }
});
