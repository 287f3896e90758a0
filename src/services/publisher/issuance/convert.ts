import * as proto from "../../../../gen/ts/pda/publisher/v1/issuance.ts";
import {
  type IssuanceItem,
  type IssuanceJob,
  type ItemStatus,
  receivedCount,
} from "../../../domain/asset/issuance.ts";
import { wordOf } from "../../contract/enum.ts";
import { timestamp } from "../../contract/timestamp.ts";

const statuses: Record<ItemStatus, proto.IssuanceItemStatus> = {
  issued: proto.IssuanceItemStatus.ISSUANCE_ITEM_STATUS_ISSUED,
  already_issued: proto.IssuanceItemStatus.ISSUANCE_ITEM_STATUS_ALREADY_ISSUED,
  failed: proto.IssuanceItemStatus.ISSUANCE_ITEM_STATUS_FAILED,
};

/** Converts the contract's status filter to the domain's; undefined for unspecified, which matches every item. */
export const itemStatusOf = wordOf(statuses);

export function itemToProto({
  index,
  reference,
  outcome,
}: Omit<IssuanceItem, "fingerprint">): proto.IssuanceItem {
  return {
    index,
    status: statuses[outcome.status],
    assetIdentifier: "assetId" in outcome ? outcome.assetId : undefined,
    reference,
    errors: "faults" in outcome ? outcome.faults.map((fault) => ({ ...fault })) : [],
  };
}

export function jobToProto(job: IssuanceJob): proto.IssuanceJob {
  const received = receivedCount(job);
  return {
    issuanceJobId: job.issuanceJobId,
    publisherId: job.publisherId,
    reference: job.reference,
    status:
      received === job.itemCount
        ? proto.IssuanceJobStatus.ISSUANCE_JOB_STATUS_COMPLETED
        : proto.IssuanceJobStatus.ISSUANCE_JOB_STATUS_OPEN,
    itemCount: job.itemCount,
    receivedCount: received,
    issuedCount: job.counts.issued,
    alreadyIssuedCount: job.counts.already_issued,
    failedCount: job.counts.failed,
    createTime: timestamp(job.createdAt),
    updateTime: timestamp(job.updatedAt),
  };
}
