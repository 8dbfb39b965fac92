export { type ApiError, apiError } from './apiError.ts';
export { type Attribution, attribution } from './attribution.ts';
export { type BulkIndex, bulkIndex } from './bulkIndex.ts';
export { type CorpusPublicResponse, corpusPublicResponse } from './corpusPublicResponse.ts';
export { type DropsResponse, dropsResponse } from './dropsResponse.ts';
export { type EdgesResponse, edgesResponse } from './edgesResponse.ts';
export { type GameDataNotice, gameDataNotice } from './gameDataNotice.ts';
export { type HealthResponse, healthResponse } from './healthResponse.ts';
export {
  type IntakeReceipt,
  type IntakeRefused,
  type IntakeRequest,
  intakeReceipt,
  intakeRefused,
  intakeRequest,
} from './intake.ts';
export { type ItemCategoriesResponse, type ItemsResponse, itemCategoriesResponse, itemsResponse } from './items.ts';
export {
  type MarketPricesResponse,
  type MarketRealmsResponse,
  marketPricesResponse,
  marketRealmsResponse,
} from './market.ts';
export { type Page, page } from './page.ts';
export { type ToolAnswerResponse, toolAnswerResponse } from './toolAnswerResponse.ts';
export { type TooltipResponse, tooltipResponse } from './tooltipResponse.ts';
