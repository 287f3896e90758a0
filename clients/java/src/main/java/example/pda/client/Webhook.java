package example.pda.client;

import example.pda.client.model.Event;

/**
 * A genuine webhook.
 *
 * @param kind what the webhook is about
 * @param event the event; ignore types that you do not know; its {@code getData()} is null in an event of an endpoint with {@code thin}
 * @param answer the body, in JSON, that answers a verification; null for other kinds
 */
public record Webhook(Kind kind, Event event, String answer) {
  /**
   * Returns the address of the event with its data, in an event of an endpoint with {@code thin}. GetEvent reads the event by its identifier,
   * except for a test event, which cannot be read.
   *
   * @return null when the event has its data
   */
  public String dataref() {
    return event.getData() == null && event.getUnknownMembers().get("dataref") instanceof String address ? address : null;
  }

  /** What a webhook is about. */
  public enum Kind {
    /** Something happened. Store the event under its identifier, which is the same in each attempt. */
    EVENT,
    /** SendTestEvent was called: nothing happened. Answer with 204. */
    TEST,
    /** The service asks whether the endpoint wants webhooks. Answer with 200 and {@link Webhook#answer}. */
    VERIFICATION
  }
}
