package example.pda.client;

import static example.pda.client.TestServer.answer;
import static example.pda.client.TestServer.broken;
import static example.pda.client.TestServer.error;
import static example.pda.client.TestServer.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import example.pda.client.model.CreatePaymentRequest;
import example.pda.client.model.ErrorCode;
import java.time.Duration;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A request is sent again exactly when that is safe and may help. */
class RetryTest {
  private static final String PAYMENT = "{\"paymentId\":\"pay_1\",\"status\":\"pending\"}";
  private static final CreatePaymentRequest REQUEST = new CreatePaymentRequest().amount("1");

  @Test
  void everyAttemptHasTheSameKey() throws Exception {
    try (TestServer server = new TestServer(
        broken(), error(409, "SVC-4092", "IDEMPOTENCY_KEY_IN_FLIGHT", "Retry-After", "0"), answer(502, "text/html", "Bad gateway"), ok(PAYMENT))) {
      assertEquals("pay_1", server.client().build().payment().createPayment(REQUEST).getPaymentId());
      assertEquals(4, server.requests.size());
      var keys = server.requests.stream().map(request -> request.header("Idempotency-Key")).collect(Collectors.toSet());
      assertEquals(1, keys.size());
      assertNotNull(keys.iterator().next());
      assertEquals(1, server.requests.stream().map(TestServer.Request::body).distinct().count());
    }
  }

  @Test
  void twoCallsHaveTwoKeysAndTheCallersKeyIsKept() throws Exception {
    try (TestServer server = new TestServer(ok(PAYMENT))) {
      PdaClient pda = server.client().build();
      pda.payment().createPayment(REQUEST);
      pda.payment().createPayment(REQUEST);
      pda.payment().createPayment(REQUEST, CallOptions.withKey("order-1"));
      var keys = server.requests.stream().map(request -> request.header("Idempotency-Key")).toList();
      assertFalse(keys.get(0).equals(keys.get(1)));
      assertEquals("order-1", keys.get(2));
    }
  }

  @Test
  void whatCannotHelpIsNotSentAgain() throws Exception {
    try (TestServer server = new TestServer(error(409, "SVC-4091", "PAYMENT_NOT_PENDING"))) {
      PdaException refusal = assertThrows(PdaException.class, () -> server.client().build().payment().cancelPayment("pay_1"));
      assertEquals(ErrorCode.STATE_FINAL, refusal.getErrorCode());
      assertFalse(refusal.isRetryable());
      assertEquals(1, server.requests.size());
    }
  }

  @Test
  void anUnknownCodeIsSentAgainAsItsStatusSays() throws Exception {
    for (int status : new int[] {502, 503, 504}) {
      try (TestServer server = new TestServer(error(status, "SVC-5999", "ADDED_LATER"), ok(PAYMENT))) {
        assertEquals("pay_1", server.client().build().payment().getPayment("pay_1").getPaymentId());
        assertEquals(2, server.requests.size());
      }
    }
    for (int status : new int[] {409, 500}) {
      try (TestServer server = new TestServer(error(status, "SVC-5999", "ADDED_LATER"))) {
        assertThrows(PdaException.class, () -> server.client().build().payment().getPayment("pay_1"));
        assertEquals(1, server.requests.size());
      }
    }
  }

  @Test
  void theAttemptsEndWithTheLastFailure() throws Exception {
    try (TestServer server = new TestServer(error(503, "SVC-5030", "OVERLOADED", "Retry-After", "0"))) {
      PdaException refusal = assertThrows(PdaException.class, () -> server.client().build().payment().getPayment("pay_1"));
      assertEquals(503, refusal.getStatus());
      assertEquals(Duration.ZERO, refusal.getRetryAfter());
      assertEquals(4, server.requests.size());
    }
  }

  @Test
  void aRetryAfterAboveTheLimitEndsTheAttempts() throws Exception {
    try (TestServer server = new TestServer(error(429, "SVC-4290", "RATE_LIMITED", "Retry-After", "6"))) {
      PdaException refusal = assertThrows(PdaException.class, () -> server.client().build().payment().getPayment("pay_1"));
      assertEquals(Duration.ofSeconds(6), refusal.getRetryAfter());
      assertEquals(1, server.requests.size());
    }
  }

  @Test
  void aBrokenConnectionTellsTheKey() throws Exception {
    try (TestServer server = new TestServer(broken())) {
      PdaConnectionException failure = assertThrows(PdaConnectionException.class,
          () -> server.client().build().payment().createPayment(REQUEST, CallOptions.withKey("order-1")));
      assertEquals("order-1", failure.getIdempotencyKey());
      assertEquals(server.url() + "/api/v1/payments", failure.getAddress());
      assertTrue(failure.getMessage().contains("order-1"));
      assertTrue(failure.getMessage().contains(server.url()));
      assertEquals(4, server.requests.size());
    }
  }

  @Test
  void aReadHasNoKey() throws Exception {
    try (TestServer server = new TestServer(ok(PAYMENT))) {
      PdaClient pda = server.client().build();
      pda.payment().getPayment("pay_1");
      assertNull(server.requests.get(0).header("Idempotency-Key"));
      assertThrows(IllegalArgumentException.class, () -> pda.payment().getPayment("pay_1", CallOptions.withKey("k")));
    }
  }

  @Test
  void theWaitDoublesUpToTheLimit() {
    RetryPolicy policy = RetryPolicy.DEFAULT;
    for (int attempt = 1; attempt <= 10; attempt++) {
      double base = 100 * Math.pow(2, attempt - 1);
      long ms = policy.waitAfter(attempt).toMillis();
      assertTrue(ms >= Math.floor(Math.min(5000, base * 0.5)) && ms <= Math.min(5000, base * 1.5), attempt + ": " + ms);
    }
  }

  @Test
  void theWholeCallEndsWithItsTime() throws Exception {
    try (TestServer server = new TestServer(error(503, "SVC-5030", "OVERLOADED", "Retry-After", "5"))) {
      long start = System.nanoTime();
      assertThrows(PdaException.class, () -> server.client().build().payment()
          .getPayment("pay_1", new CallOptions().totalTimeout(Duration.ofSeconds(3))));
      assertTrue(System.nanoTime() - start < Duration.ofSeconds(5).toNanos());
      assertEquals(1, server.requests.size());
    }
  }

  @Test
  void anInterruptEndsTheCall() throws Exception {
    try (TestServer server = new TestServer(exchange -> Thread.sleep(10_000))) {
      PdaClient pda = server.client().build();
      Thread.currentThread().interrupt();
      assertThrows(PdaConnectionException.class, () -> pda.payment().getPayment("pay_1"));
      assertTrue(Thread.interrupted());
    }
  }

  @Test
  void aSlowBodyIsATimeOut() throws Exception {
    TestServer.Answer slow = exchange -> {
      exchange.sendResponseHeaders(200, 100);
      exchange.getResponseBody().write('{');
      exchange.getResponseBody().flush();
      Thread.sleep(8_000);
    };
    try (TestServer server = new TestServer(slow)) {
      PdaClient pda = server.client().attemptTimeout(Duration.ofMillis(2500)).retryPolicy(RetryPolicy.NONE).build();
      long start = System.nanoTime();
      assertThrows(PdaConnectionException.class, () -> pda.payment().getPayment("pay_1"));
      assertTrue(System.nanoTime() - start < Duration.ofSeconds(7).toNanos());
      assertEquals("2.5", server.requests.get(0).header("Request-Timeout"));
    }
  }
}
