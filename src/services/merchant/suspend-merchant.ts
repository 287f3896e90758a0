import type {
  SuspendMerchantRequest,
  SuspendMerchantResponse,
} from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { changeStanding } from "./standing.ts";

/** Puts a merchant out of business for a time. */
export const suspendMerchant: Handler<SuspendMerchantRequest, SuspendMerchantResponse> = async (call) =>
  changeStanding(call, "suspended");
