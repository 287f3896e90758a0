// A second major version of one family, for a test: another shape of the same merchants, on gRPC and REST.

/** `pda/merchant/v2/merchant_service.proto`. */
export const secondProto = `syntax = "proto3";

package pda.merchant.v2;

import "google/api/annotations.proto";
import "google/api/field_behavior.proto";
import "pda/api/v1/options.proto";

// Merchants in the second major version.
service MerchantService {
  option (pda.api.v1.group) = "Merchant API";
  // Registers a merchant.
  rpc RegisterMerchant(RegisterMerchantRequest) returns (RegisterMerchantResponse) {
    option (google.api.http) = {
      post: "/api/v2/merchants"
      body: "*"
      response_body: "merchant"
    };
    option (pda.api.v1.operation) = {
      scope: "merchants.admin"
      location: "/api/v2/merchants/{merchant_id}"
    };
  }

  // Returns a merchant.
  rpc GetMerchant(GetMerchantRequest) returns (GetMerchantResponse) {
    option idempotency_level = NO_SIDE_EFFECTS;
    option (google.api.http) = {
      get: "/api/v2/merchants/{merchant_id}"
      response_body: "merchant"
    };
    option (pda.api.v1.operation) = {
      scope: "merchants.read"
      tenant: "merchant_id"
      errors: [ERROR_CODE_NOT_FOUND]
    };
  }
}

// A merchant in the second major version.
message MerchantV2 {
  // Identifier.
  string merchant_id = 1;
  // The name, which the first version calls \`name\`.
  string display_name = 2;
}

// Request of RegisterMerchant.
message RegisterMerchantRequest {
  // The name.
  string display_name = 1 [(google.api.field_behavior) = REQUIRED];
}

// Response of RegisterMerchant.
message RegisterMerchantResponse {
  // The merchant.
  MerchantV2 merchant = 1;
}

// Request of GetMerchant.
message GetMerchantRequest {
  // Identifier.
  string merchant_id = 1 [(google.api.field_behavior) = REQUIRED];
}

// Response of GetMerchant.
message GetMerchantResponse {
  // The merchant.
  MerchantV2 merchant = 1;
}
`;

/** `src/services/merchant-v2.ts`: its handlers, on the same store as those of the first. */
export const secondService = `import { MerchantServiceService } from "../../gen/ts/pda/merchant/v2/merchant_service.ts";
import { newId } from "../domain/identifier/identifier.ts";
import type { Merchant } from "../domain/merchant/merchant.ts";
import { implement } from "../rpc/handler.ts";
import { requireFound } from "./contract/require-found.ts";

const shown = ({ merchantId, name }: Merchant) => ({ merchant: { merchantId, displayName: name } });

export const secondMerchantService = () =>
  implement(MerchantServiceService, {
    registerMerchant: ({ request, transact }) =>
      transact(async (tx) => {
        const values = { merchantId: newId("merchant"), name: request.displayName, settlementAccounts: [] };
        return shown(await tx.merchants.insert(values));
      }),
    getMerchant: async ({ request, read }) => shown(requireFound(await read.merchants.get(request.merchantId))),
  });
`;
