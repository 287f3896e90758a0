import type {
  ResumeMerchantRequest,
  ResumeMerchantResponse,
} from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { changeStanding } from "./standing.ts";

/** Puts a suspended merchant back into business. */
export const resumeMerchant: Handler<ResumeMerchantRequest, ResumeMerchantResponse> = async (call) =>
  changeStanding(call, "active");
