import { measureTables, writeDocument } from './document.ts';

writeDocument(await measureTables((rows) => rows));
