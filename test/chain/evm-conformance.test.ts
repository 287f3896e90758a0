import { describeConformance } from "./conformance.ts";
import { evmFixture } from "./support/evm.ts";

describeConformance("EVM", evmFixture);
