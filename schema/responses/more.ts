export { changesResponse } from './changesResponse.ts';
export { coverageResponse } from './coverageResponse.ts';
export { exportEvidence } from './exportEvidence.ts';
export { exportLists } from './exportLists.ts';
export { gatheringResponse } from './gatheringResponse.ts';
export { suggestResponse } from './suggestResponse.ts';
export { tooltipsResponse } from './tooltipsResponse.ts';
