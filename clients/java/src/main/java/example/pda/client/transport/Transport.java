package example.pda.client.transport;

import example.pda.client.Options;

/**
 * Sends the requests of the generated operations. {@link example.pda.client.PdaClient} has the one that speaks to the service; a test may
 * pass another one to the constructor of an operations' class.
 */
@FunctionalInterface
public interface Transport {
  /**
   * Sends a request and returns the data of its answer.
   *
   * @param <T> type of the data
   * @param call the request
   * @param options what the caller set
   * @param type class of the data
   * @return the data, never null
   */
  <T> T send(Call call, Options<?> options, Class<T> type);
}
