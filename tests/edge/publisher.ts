import process from 'node:process';
import { publishSnapshot } from '../../adapters/libsql/publish/publish.ts';

/** A publisher to be killed: the database's path, then the server's address. */
const [path = '', url = ''] = process.argv.slice(2);
const published = await publishSnapshot(path, { url, token: null }, { answerMs: 30_000, allMs: 120_000 });
process.exit(published.ok ? 0 : 1);
