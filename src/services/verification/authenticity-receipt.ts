import type { Authenticity } from "../../../gen/ts/pda/verification/v1/authenticity.ts";
import type { StatusListReader, StatusNumbers } from "../../store/status-lists.ts";
import type { AuthenticityAnswer } from "../../trust/authenticity.ts";
import { numericDate } from "../../trust/signed-token.ts";
import { publicChecks } from "../../trust/verdict/audience.ts";
import type { StatusLists } from "../revocation/status-lists.ts";
import type { Receipts } from "../signing/receipts.ts";
import { authenticityToProto } from "./convert.ts";
import { nonceOf } from "./proof.ts";
import type { Question } from "./verifier.ts";

/** A question, and whether the caller wants a signed answer. */
export type Asked = Question & { readonly receipt: boolean };

/** Returns the answer to a question as the contract shows it. @throws Failure UNAVAILABLE when the answer cannot be signed */
export type Respond = (asked: Asked, answer: AuthenticityAnswer) => Authenticity;

/** Converts verification answers, and adds a receipt when the caller asks for one. */
export class AuthenticityReceipts {
  readonly #receipts: Receipts;
  readonly #statusLists: StatusLists;

  constructor(receipts: Receipts, statusLists: StatusLists) {
    this.#receipts = receipts;
    this.#statusLists = statusLists;
  }

  /**
   * Returns the responder for these questions. One statement reads what all receipts need; without receipts, no statement runs. The lookup
   * is the same for an asset that does not exist.
   */
  async responding(questions: readonly Asked[], reader: StatusListReader): Promise<Respond> {
    const fingerprints = questions
      .filter(({ receipt }) => receipt)
      .flatMap(({ certificate }) => certificate?.fingerprint ?? []);
    const numbers = await reader.numbersOfMany(fingerprints);
    return (asked, answer) => {
      const authenticity = authenticityToProto(asked.assetId, answer);
      if (asked.receipt)
        authenticity.receipt = this.#sign(asked, answer, numbers.get(asked.certificate?.fingerprint ?? ""));
      return authenticity;
    };
  }

  #sign(
    { assetId, certificate, proof }: Asked,
    answer: AuthenticityAnswer,
    numbers: StatusNumbers | undefined,
  ): string {
    // The nonce of the proof lets the challenge's creator match the receipt to its challenge.
    const nonce = nonceOf(proof);
    return this.#receipts.sign("authenticity", {
      exp: numericDate(answer.validUntil),
      assetId,
      ...(certificate ? { certificateFingerprint: certificate.fingerprint } : {}),
      ...(nonce === undefined ? {} : { nonce }),
      trusted: answer.trusted,
      outcome: answer.outcome,
      assurance: answer.assurance,
      // A receipt is shown to others, so it contains only what every caller may learn.
      checks: publicChecks(answer.checks),
      ...this.#listed(answer, numbers),
    });
  }

  /** Returns the status list claims only for a recognised device. For other devices they would reveal that the asset exists. */
  #listed(answer: AuthenticityAnswer, numbers: StatusNumbers | undefined) {
    const recognised = answer.checks.some(
      ({ check, outcome }) => check === "device_binding" && outcome === "passed",
    );
    return recognised && numbers ? this.#statusLists.claims(numbers) : {};
  }
}
