import { describeConformance } from "./conformance.ts";
import { solanaFixture } from "./support/solana.ts";

describeConformance("Solana", solanaFixture);
