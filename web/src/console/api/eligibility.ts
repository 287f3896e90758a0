// Whether the service would make a refund. Nothing moves when it is asked.
import { useQuery } from "@tanstack/react-query";
import { api, type Schemas } from "./client.ts";

/**
 * Asks whether a refund would be made. The answer is part of what is read of the payment, so a refund lets it be read again.
 * @param refundAmount absent: whether any amount would be
 */
export const useEligibility = (
  paymentId: string,
  originalTransaction: string,
  refundAmount?: string,
  enabled = true,
) =>
  useQuery({
    queryKey: ["payment", paymentId, "eligibility", refundAmount],
    enabled,
    queryFn: async (): Promise<Schemas["RefundEligibility"]> => {
      const amount = refundAmount === undefined ? {} : { refundAmount };
      return (await api().POST("/api/v1/refunds/eligibility", { body: { originalTransaction, ...amount } }))
        .data;
    },
  });
