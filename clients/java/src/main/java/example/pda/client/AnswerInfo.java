package example.pda.client;

import java.time.Instant;

/**
 * The envelope of a successful answer.
 *
 * @param httpStatus for example 201
 * @param status the service's word for it, for example {@code created}
 * @param requestId identifier under which the service logs the request
 * @param timestamp when the service processed the request
 * @param message for people
 * @param replayed the request was executed before under the same idempotency key, and this is the answer of then
 */
public record AnswerInfo(int httpStatus, String status, String requestId, Instant timestamp, String message, boolean replayed) {}
