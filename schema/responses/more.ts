export { type ChangesResponse, changesResponse } from './changesResponse.ts';
export { type CoverageResponse, coverageResponse } from './coverageResponse.ts';
export { type ExportEvidence, exportEvidence } from './exportEvidence.ts';
export { type ExportLists, exportLists } from './exportLists.ts';
export { type SuggestResponse, suggestResponse } from './suggestResponse.ts';
export { type TooltipsResponse, tooltipsResponse } from './tooltipsResponse.ts';
