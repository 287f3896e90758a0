import type { ErrorReason } from "../../../../gen/errors/catalogue.ts";
import type { DevicePresentation } from "../../../../gen/ts/pda/payment/v1/presentation.ts";
import type { Tenant } from "../../../domain/access/principal.ts";
import { exceeds } from "../../../domain/amount/amount.ts";
import type { AssetTypeFacts } from "../../../domain/asset/asset-type.ts";
import { isInUse, isWithFirstOwner } from "../../../domain/ownership/title.ts";
import type { Payment } from "../../../domain/payment/payment.ts";
import { Refused } from "../../../domain/refused.ts";
import type { Holder } from "../../../domain/wallet/wallet.ts";
import { Failure } from "../../../rpc/failure.ts";
import { aboutField } from "../../../rpc/refusal.ts";
import type { Transaction } from "../../../store/store.ts";
import type { OwnershipTags } from "../../../trust/ownership/tags.ts";
import type { PaymentTerms } from "../../../trust/possession/message.ts";
import { requireRawKey } from "../../contract/credential.ts";
import type { ServiceDeps } from "../../deps.ts";
import { hasTag } from "../../ownership/transfer-role.ts";
import type { GivenProof } from "../../verification/proof.ts";
import { evidenceReason } from "../../verification/evidence-reason.ts";
import { consumingLookup, Verifier } from "../../verification/verifier.ts";

/** The terms that a device must have signed, and the wallet that pays. */
interface Tap {
  readonly wallet: Holder;
  readonly terms: PaymentTerms;
  readonly payment: Pick<Payment, "amount" | "assetTypeId">;
  readonly assetType: AssetTypeFacts;
  readonly tenant: Tenant;
}

/** Verifies devices that consumers tap to pay. */
export class DeviceTaps {
  readonly #verifier: Verifier;
  readonly #ownershipTags: OwnershipTags;
  readonly #amountMax: string;

  /** @param amountMax the highest amount that a tap pays, in whole units of any asset type */
  constructor(options: {
    readonly verifier: Verifier;
    readonly ownershipTags: OwnershipTags;
    readonly amountMax: string;
  }) {
    this.#verifier = options.verifier;
    this.#ownershipTags = options.ownershipTags;
    this.#amountMax = options.amountMax;
  }

  /**
   * Checks that a device bound to an asset of this wallet has signed these terms over a challenge. This transaction consumes the challenge.
   *
   * @throws Failure EVIDENCE_REFUSED, AMOUNT_NOT_ALLOWED, UNREADABLE_CERTIFICATE, INVALID_ARGUMENT
   */
  async require(
    tx: Transaction,
    given: DevicePresentation,
    { wallet, terms, payment, assetType, tenant }: Tap,
  ): Promise<void> {
    aboutField("amount", () => {
      if (exceeds(payment.amount, assetType.decimals, this.#amountMax))
        throw new Refused(
          "AMOUNT_ABOVE_TAP_LIMIT",
          "The amount exceeds the limit for a payment by a device alone.",
        );
    });
    const { assetId } = given;
    const asked = this.#verifier.read(
      { assetId, deviceCertificate: certificateOf(given), proof: proofOf(given, terms) },
      tenant,
      "presentation.device.device_certificate",
    );
    const { answer } = await this.#verifier.verify(asked, consumingLookup(tx));
    const failed = answer.checks.find(({ outcome }) => outcome === "failed");
    if (!answer.trusted || answer.assurance !== "proof_of_possession")
      throw refused(evidenceReason(failed?.reason ?? "ASSURANCE_TOO_LOW"));
    if (!(await this.#paysFrom(tx, assetId, wallet, payment.assetTypeId)))
      throw refused("ASSET_NOT_OF_WALLET");
  }

  /**
   * Tells whether the wallet owns the asset as its first owner, and the asset is of kind value, in use and of the paid asset type. The
   * refusal does not say which condition failed. After the first owner a card pays for nobody: a holder could keep its chip, give it to a
   * stranger and spend from the stranger's wallet, and who takes an asset agrees to no payments.
   */
  async #paysFrom(tx: Transaction, assetId: string, wallet: Holder, assetTypeId: string): Promise<boolean> {
    const [asset, title] = await Promise.all([tx.assets.get(assetId), tx.titles.find(assetId)]);
    const owned = hasTag(title?.head?.ownerTag, wallet, (key) => this.#ownershipTags.owner(assetId, key));
    return (
      owned &&
      title !== undefined &&
      isWithFirstOwner(title) &&
      isInUse(title) &&
      asset?.kind === "value" &&
      asset.assetTypeId === assetTypeId
    );
  }
}

function certificateOf({ credential }: DevicePresentation): string {
  return credential?.$case === "deviceCertificate" ? credential.value : "";
}

function proofOf({ credential, nonce, signature }: DevicePresentation, terms: PaymentTerms): GivenProof {
  if (credential?.$case !== "publicKey") return { kind: "certificate", nonce, signature, terms };
  const rawKey = requireRawKey(credential.value, "presentation.device.public_key");
  return { kind: "raw_key", nonce, signature, rawKey, terms };
}

function refused(reason: ErrorReason): Failure {
  return Failure.ofField(
    "presentation.device",
    reason,
    "The presented device does not authorise this payment.",
  );
}

/** Returns a verifier of devices at terminals that applies the rules of the Verification API. */
export function deviceTaps({
  trust,
  sealer,
  ownershipTags,
  tapAmountMax,
}: Pick<ServiceDeps, "trust" | "sealer" | "ownershipTags" | "tapAmountMax">): DeviceTaps {
  const verifier = new Verifier({ trust, sealer });
  return new DeviceTaps({ verifier, ownershipTags, amountMax: tapAmountMax });
}
