package conformance;

/** Runs the scenario of clients/conformance/steps.yaml with the public interface of the library. */
final class Main {
  private Main() {}

  public static void main(String[] args) {
    Steps steps = new Steps();
    if (args.length > 0) new Callers().run(args[0], steps);
    else scenario(steps);
    System.exit(steps.allOk() ? 0 : 1);
  }

  private static void scenario(Steps steps) {
    Scenario scenario = new Scenario(Setting.fromEnvironment());
    new Registry(scenario).run(steps);
    new Payments(scenario).run(steps);
    new Money(scenario).run(steps);
    new Happenings(scenario).run(steps);
    new Credentials(scenario).run(steps);
    new Tolerance(scenario).run(steps);
    new Troubles(scenario).run(steps);
  }
}
