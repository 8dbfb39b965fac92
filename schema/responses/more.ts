export { type SuggestResponse, suggestResponse } from './suggestResponse.ts';
export { type TooltipsResponse, tooltipsResponse } from './tooltipsResponse.ts';
