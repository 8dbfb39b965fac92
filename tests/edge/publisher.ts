import process from 'node:process';
import { publishSnapshot } from '../../adapters/libsql/publish/publish.ts';

/** Publishes a snapshot once, and is killed while it does. Arguments: path of the database, address of the server. */
const [path = '', url = ''] = process.argv.slice(2);
const published = await publishSnapshot(path, { url, token: null }, { answerMs: 30_000, allMs: 120_000 });
process.exit(published.ok ? 0 : 1);
