export { type SuggestResponse, suggestResponse } from './suggestResponse.ts';
