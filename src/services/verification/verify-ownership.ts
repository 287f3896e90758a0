import type {
  VerificationServiceService,
  VerifyOwnershipRequest,
} from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import { isInUse } from "../../domain/ownership/title.ts";
import type { Handlers } from "../../rpc/handler.ts";
import type { Transaction } from "../../store/store.ts";
import { type OwnProofNames, provesHolder, readOwnProof } from "../../trust/ownership/proof.ts";
import type { OwnershipTags } from "../../trust/ownership/tags.ts";
import { timestamp } from "../contract/timestamp.ts";
import { hasTag } from "../ownership/transfer-role.ts";
import { verificationKeyOf } from "../wallet/holder-key.ts";
import { signatureRefused } from "../wallet/signature.ts";

/**
 * Tells whether the signer of a challenge owns the asset. An asset that is unknown, not owned by the signer or not in use takes the same
 * work and gets the same answer. So does an invalid proof.
 */
export const verifyOwnership =
  (tags: OwnershipTags): Handlers<typeof VerificationServiceService>["verifyOwnership"] =>
  async ({ request, transact }) => {
    const names = readOwnProof(request.proof);
    if ("refused" in names) throw signatureRefused("proof", names.refused);
    return transact(async (tx) => {
      const now = new Date();
      const owned = await isOwned(tx, tags, request, names, now);
      return { ownership: { assetId: request.assetId, owned, evaluateTime: timestamp(now) } };
    });
  };

async function isOwned(
  tx: Transaction,
  tags: OwnershipTags,
  { assetId, proof }: VerifyOwnershipRequest,
  { keyThumbprint, nonce }: OwnProofNames,
  now: Date,
): Promise<boolean> {
  // The challenge is taken first, so that it is consumed whatever the verdict is.
  const [challenges, wallet, title] = await Promise.all([
    tx.challenges.take([nonce]),
    tx.wallets.getByThumbprint(keyThumbprint),
    tx.titles.find(assetId),
  ]);
  const challenge = challenges.get(nonce);
  const audience = challenge?.audience ?? "";
  const proven = await provesHolder(
    proof,
    { assetId, audience, nonce },
    wallet && verificationKeyOf(wallet),
    now,
  );
  const holder = wallet ?? { keyThumbprints: [keyThumbprint] };
  const isOwner = hasTag(title?.head?.ownerTag, holder, (key) => tags.owner(assetId, key));
  const asked = challenge !== undefined && !challenge.expired && challenge.assetId === assetId;
  return asked && proven && isOwner && title !== undefined && isInUse(title);
}
