import { measureDocument, writeDocument } from './document.ts';

writeDocument(await measureDocument());
