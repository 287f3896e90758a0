import type { StatusListReader, StatusNumbers } from "../../store/status-lists.ts";
import { publicChecks } from "../../trust/authenticity/audience.ts";
import type { AuthenticityAnswer } from "../../trust/authenticity.ts";
import { numericDate } from "../../trust/signed-token.ts";
import type { Receipts } from "../receipts.ts";
import type { StatusLists } from "../status-lists.ts";
import { nonceOf } from "./proof.ts";
import type { Asked } from "./verify-authenticity.ts";

/** Signs the answer to a question. */
export type ReceiptSigner = (asked: Asked, answer: AuthenticityAnswer) => string;

/** Receipts of verifications, for those who ask for one. */
export class AuthenticityReceipts {
  readonly #receipts: Receipts;
  readonly #statusLists: StatusLists;

  constructor(receipts: Receipts, statusLists: StatusLists) {
    this.#receipts = receipts;
    this.#statusLists = statusLists;
  }

  /**
   * A signer for these questions, with one statement for all of them, and none where nobody asks for a receipt. What is looked up is
   * the same for an asset that does not exist.
   */
  async signer(questions: readonly Asked[], reader: StatusListReader): Promise<ReceiptSigner> {
    const fingerprints = questions
      .filter(({ receipt }) => receipt)
      .flatMap(({ presented }) => presented?.chain.leaf.fingerprint ?? []);
    const numbers = await reader.numbersOfMany(fingerprints);
    return (asked, answer) => {
      const fingerprint = asked.presented?.chain.leaf.fingerprint;
      return this.#receipts.sign("authenticity", {
        exp: numericDate(answer.validUntil),
        assetId: asked.assetId,
        ...(fingerprint === undefined ? {} : { certificateFingerprint: fingerprint }),
        ...signedNonce(asked),
        trusted: answer.trusted,
        outcome: answer.outcome,
        assurance: answer.assurance,
        // A receipt is shown to others, so it says no more than anyone would be told.
        checks: publicChecks(answer.checks),
        ...this.#listed(answer, fingerprint === undefined ? undefined : numbers.get(fingerprint)),
      });
    };
  }

  /** Where they are listed is told only of what was recognised: otherwise it would say that there is such an asset. */
  #listed(answer: AuthenticityAnswer, numbers: StatusNumbers | undefined) {
    const recognised = answer.checks.some(
      ({ check, outcome }) => check === "device_binding" && outcome === "passed",
    );
    return recognised && numbers ? this.#statusLists.claims(numbers) : {};
  }
}

/** What the device has signed, so that whoever made that challenge knows the receipt for the answer to it. */
function signedNonce({ proof }: Asked): { nonce?: string } {
  const nonce = nonceOf(proof);
  return nonce === undefined ? {} : { nonce };
}
