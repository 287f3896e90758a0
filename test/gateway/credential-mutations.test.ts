// Changed signatures, structured fields and tokens: 20,000 cases of a new seed in each run. credential-fuzz.test.ts runs a million.
import { describeFuzz } from "./support/credential-fuzz.ts";

describeFuzz(20_000);
