// Compiles Token.sol into artifact.json. Run: node src/chain/evm/token/compile.ts
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The part of a compilation that is committed. */
export interface Artifact {
  readonly contract: string;
  /** Version of the compiler. */
  readonly solc: string;
  readonly abi: readonly unknown[];
  /** Creation code, hexadecimal with `0x`. */
  readonly bytecode: `0x${string}`;
}

interface Compiler {
  version(): string;
  compile(input: string): string;
}

interface CompilerOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Record<
    string,
    Record<string, { abi: readonly unknown[]; evm: { bytecode: { object: string } } }>
  >;
}

const FILE = "Token.sol";
const CONTRACT = "Token";

/** Compiles the token. The same source and compiler version give the same bytes. @throws Error with the compiler's messages */
export function compileToken(): Artifact {
  const solc = createRequire(import.meta.url)("solc") as Compiler;
  const input = {
    language: "Solidity",
    sources: { [FILE]: { content: readFileSync(new URL(FILE, import.meta.url), "utf8") } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: "cancun",
      // By default the code ends in a hash of comments and file names; this leaves the hash out.
      metadata: { bytecodeHash: "none", appendCBOR: false },
      outputSelection: { [FILE]: { [CONTRACT]: ["abi", "evm.bytecode.object"] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as CompilerOutput;
  const messages = output.errors ?? [];
  const compiled = output.contracts?.[FILE]?.[CONTRACT];
  if (messages.length > 0 || !compiled) {
    throw new Error(
      messages.map((message) => message.formattedMessage).join("\n") || "the compiler produced no output",
    );
  }
  const { abi, evm } = compiled;
  return { contract: CONTRACT, solc: solc.version(), abi, bytecode: `0x${evm.bytecode.object}` };
}

if (import.meta.main) {
  const file = new URL("artifact.json", import.meta.url);
  writeFileSync(file, `${JSON.stringify(compileToken(), null, 2)}\n`);
}
