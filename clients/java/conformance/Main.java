package conformance;

/** Runs the scenario of clients/conformance/steps.yaml with the public interface of the library. */
final class Main {
  private Main() {}

  public static void main(String[] args) {
    Steps steps = new Steps();
    Setting setting = Setting.fromEnvironment();
    Scenario scenario = new Scenario(setting);
    new Registry(scenario).run(steps);
    new Payments(scenario).run(steps);
    new Money(scenario).run(steps);
    new Happenings(scenario).run(steps);
    new Credentials(scenario).run(steps);
    new Tolerance(scenario).run(steps);
    new Troubles(scenario).run(steps);
    System.exit(steps.allOk() ? 0 : 1);
  }
}
