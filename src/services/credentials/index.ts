import { MerchantPublicKeyServiceService } from "../../../gen/ts/pda/merchant/v1/public_key_service.ts";
import { PublisherPublicKeyServiceService } from "../../../gen/ts/pda/publisher/v1/public_key_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { merchantOwners, publisherOwners } from "./operations.ts";
import { publicKeyOperations } from "./public-keys.ts";

/** Serves the public keys with which merchants, their terminals and publishers sign their requests. */
export function publicKeyServices(deps: Pick<ServiceDeps, "publicUrl">): ServedMethod[] {
  const ofMerchants = publicKeyOperations(deps, merchantOwners);
  const ofPublishers = publicKeyOperations(deps, publisherOwners);
  return [
    ...implement(MerchantPublicKeyServiceService, {
      registerMerchantPublicKey: ofMerchants.create,
      getMerchantPublicKey: ofMerchants.get,
      listMerchantPublicKeys: ofMerchants.list,
      revokeMerchantPublicKey: ofMerchants.revoke,
      revokeMerchantDelegation: ofMerchants.revokeDelegation,
      rotateMerchantPublicKey: ofMerchants.rotate,
    }),
    ...implement(PublisherPublicKeyServiceService, {
      registerPublisherPublicKey: ofPublishers.create,
      getPublisherPublicKey: ofPublishers.get,
      listPublisherPublicKeys: ofPublishers.list,
      revokePublisherPublicKey: ofPublishers.revoke,
      revokePublisherDelegation: ofPublishers.revokeDelegation,
      rotatePublisherPublicKey: ofPublishers.rotate,
    }),
  ];
}
