package example.pda.client;

import com.fasterxml.jackson.annotation.JsonProperty;
import example.pda.client.model.ErrorCode;
import example.pda.client.model.ErrorItem;
import java.time.Instant;
import java.util.List;

/** What every answer of the service is in. {@code errorCode} is that of an error only. */
record Envelope<T>(
    @JsonProperty("success") Boolean success,
    @JsonProperty("status") String status,
    @JsonProperty("requestId") String requestId,
    @JsonProperty("timestamp") Instant timestamp,
    @JsonProperty("message") String message,
    @JsonProperty("data") T data,
    @JsonProperty("errorCode") ErrorCode errorCode,
    @JsonProperty("errors") List<ErrorItem> errors) {}
