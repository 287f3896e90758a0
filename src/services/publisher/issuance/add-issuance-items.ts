import type {
  AddIssuanceItemsResponse,
  IssuanceServiceService,
} from "../../../../gen/ts/pda/publisher/v1/issuance_service.ts";
import {
  countOutcomes,
  type IssuanceItem,
  type IssuanceJob,
  requirePlace,
} from "../../../domain/asset/issuance.ts";
import { Refused } from "../../../domain/refused.ts";
import type { Handlers } from "../../../rpc/handler.ts";
import { aboutField } from "../../../rpc/refusal.ts";
import type { Transaction } from "../../../store/store.ts";
import { requireFound } from "../../contract/require-found.ts";
import type { Networks } from "../../networks/networks.ts";
import { requireIssuing } from "../require-publisher.ts";
import { itemToProto, jobToProto } from "./convert.ts";
import { issueItems } from "./issue-items.ts";
import { type JudgedItem, judgeItems } from "./specification.ts";

/** Adds items to a job. Items that the job has already keep their results. */
export const addIssuanceItems =
  (networks: Networks): Handlers<typeof IssuanceServiceService>["addIssuanceItems"] =>
  async ({ request, transact }) => {
    let items: readonly JudgedItem[] = [];
    const before = async (): Promise<void> => {
      items = await judgeItems(request.items, networks);
    };
    const work = async (tx: Transaction): Promise<AddIssuanceItemsResponse> => {
      const { publisherId } = await requireIssuing(tx.publishers, request.publisherId);
      const job = requireFound(await tx.issuanceJobs.lock(publisherId, request.issuanceJobId));
      const { firstIndex } = request;
      const known = aboutField("first_index", () => requirePlace(job, firstIndex, items.length));
      const before = await tx.issuanceJobs.items(job, firstIndex, known);
      requireSame(before, items);
      const { added, after } = await addNew(tx, job, firstIndex + known, items.slice(known));
      return { items: [...before, ...added].map(itemToProto), issuanceJob: jobToProto(after) };
    };
    return transact(work, { before });
  };

async function addNew(
  tx: Transaction,
  job: IssuanceJob,
  firstIndex: number,
  items: readonly JudgedItem[],
): Promise<{ added: IssuanceItem[]; after: IssuanceJob }> {
  if (items.length === 0) return { added: [], after: job };
  const outcomes = await issueItems(tx, job.publisherId, items);
  const added = items.flatMap(({ reference, fingerprint }, place): IssuanceItem[] => {
    const outcome = outcomes[place];
    const named = reference === undefined ? {} : { reference };
    return outcome ? [{ index: firstIndex + place, fingerprint, outcome, ...named }] : [];
  });
  return { added, after: await tx.issuanceJobs.add(job, added, countOutcomes(outcomes)) };
}

/** @throws Refused ITEMS_DIFFER when a repeated upload contains items that differ from the first upload */
function requireSame(before: readonly IssuanceItem[], items: readonly JudgedItem[]): void {
  for (const [place, { index, fingerprint }] of before.entries()) {
    const again = items[place]?.fingerprint;
    if (again && Buffer.compare(fingerprint, again) === 0) continue;
    throw new Refused(
      "ITEMS_DIFFER",
      `Item ${index} differs from the item that the job already has at this index.`,
    );
  }
}
