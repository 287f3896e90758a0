import {
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransaction,
} from "@solana/kit";

/** Signs instructions with a recent block's hash and returns the transaction in base64. */
export async function signedInstructions(
  payer: KeyPairSigner,
  others: readonly KeyPairSigner[],
  instructions: readonly Instruction[],
  blockhash: string,
): Promise<string> {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(payer, m),
    (m) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash as Blockhash, lastValidBlockHeight: 2n ** 63n },
        m,
      ),
    (m) => appendTransactionMessageInstructions(instructions, m),
  );
  const keys = [payer, ...others].map(({ keyPair }) => keyPair);
  return getBase64EncodedWireTransaction(await signTransaction(keys, compileTransaction(message)));
}
