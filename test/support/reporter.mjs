// Mocha's spec reporter, and one plain closing line that machines read too. Tests that were left out are named.
import mocha from "mocha";

const { EVENT_RUN_END, EVENT_TEST_PENDING } = mocha.Runner.constants;

export default class Reporter extends mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const leftOut = [];
    runner.on(EVENT_TEST_PENDING, (test) => leftOut.push(test.fullTitle()));
    runner.once(EVENT_RUN_END, () => {
      // After everything that the spec reporter prints at the end.
      setImmediate(() => {
        const { passes, failures, pending } = this.stats;
        for (const title of leftOut) console.log(`left out: ${title}`);
        console.log(`${passes} passed, ${failures} failed, ${pending} skipped`);
      });
    });
  }
}
