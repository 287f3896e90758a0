package example.pda.client.sandbox;

import example.pda.client.PdaClient;
import example.pda.client.model.AdvanceClockRequest;
import java.time.Duration;
import java.time.Instant;

/** The clock of a sandbox, which a test advances instead of waiting. */
public final class SandboxClock {
  private SandboxClock() {}

  /**
   * Advances the clock for all callers of the sandbox; it never goes back.
   *
   * @param pda a client whose key has the scope {@code sandbox.admin}
   * @param duration whole seconds, from one second to a year
   * @return the sandbox's time afterwards
   */
  public static Instant advance(PdaClient pda, Duration duration) {
    AdvanceClockRequest request = new AdvanceClockRequest().seconds(String.valueOf(duration.toSeconds()));
    return pda.sandbox().advanceClock(request).getClockTime();
  }
}
