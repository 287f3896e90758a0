// Changed signatures, structured fields and tokens: a million cases of a new seed in each run.
import { describeFuzz } from "./support/credential-fuzz.ts";

describeFuzz(1_000_000);
