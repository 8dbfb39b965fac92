import process from 'node:process';
import { judge } from '../../questions/judge.ts';
import { assertAnswered, REALM_SLANG } from '../../questions/slang.ts';
import { url } from './pages.ts';

/**
 * Checks that questions in slang about the filled realm are answered at once, and none wrongly. It needs no browser, but
 * filling a realm takes a minute, and this one is already filled.
 */

assertAnswered(await judge(url, REALM_SLANG));
process.stdout.write(`${REALM_SLANG.length} questions in slang: answered\n`);
