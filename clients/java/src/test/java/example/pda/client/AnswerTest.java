package example.pda.client;

import static example.pda.client.TestServer.answer;
import static example.pda.client.TestServer.error;
import static example.pda.client.TestServer.json;
import static example.pda.client.TestServer.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import example.pda.client.api.PaymentApi.CancelPaymentOptions;
import example.pda.client.api.PaymentApi.ListPaymentsOptions;
import example.pda.client.api.RecordApi.GetStatusListOptions;
import example.pda.client.model.Event;
import example.pda.client.model.EventType;
import example.pda.client.model.Payment;
import example.pda.client.model.PaymentStatus;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What comes is read, and what is no answer of the service is told apart. */
class AnswerTest {
  @Test
  void knownWordsAreConstantsAndUnknownOnesAreReadable() throws Exception {
    try (TestServer server = new TestServer(
        ok("{\"status\":\"completed\",\"createTime\":\"2026-01-15T09:30:00.123Z\"}"), ok("{\"status\":\"frozen\",\"rate\":0.1}"))) {
      PdaClient pda = server.client().build();
      Payment known = pda.payment().getPayment("pay_1");
      assertSame(PaymentStatus.COMPLETED, known.getStatus());
      assertEquals(Instant.parse("2026-01-15T09:30:00.123Z"), known.getCreateTime());
      assertEquals(Map.of(), known.getMetadata());
      assertNull(known.getFailureReason());
      Payment later = pda.payment().getPayment("pay_1");
      assertEquals(PaymentStatus.Known.OTHER, later.getStatus().known());
      assertEquals("frozen", later.getStatus().value());
      assertEquals(PaymentStatus.of("frozen"), later.getStatus());
      assertEquals(new BigDecimal("0.1"), later.getUnknownMembers().get("rate"));
    }
  }

  @Test
  void anUnknownEventIsReadable() throws Exception {
    try (TestServer server = new TestServer(ok("""
        {"items":[{"id":"evt_1","type":"payment.frozen","time":"2026-01-15T09:30:00.000Z","cursor":"c1","data":{"freeze":{"level":3}}}],
         "nextPageToken":"c1"}"""))) {
      Event event = server.client().build().event().listEvents().getItems().get(0);
      assertEquals("payment.frozen", event.getType().value());
      assertEquals(EventType.Known.OTHER, event.getType().known());
      assertEquals(Map.of("level", 3), event.getData().getUnknownMembers().get("freeze"));
      assertNull(event.getData().getPayment());
    }
  }

  @Test
  void everyFailureTellsTheKeyOfARequestWithAnEffect() throws Exception {
    try (TestServer server = new TestServer(
        answer(500, "text/html", "Proxy"), error(409, "SVC-4091", "PAYMENT_NOT_PENDING"), json(400, "{\"success\":false,\"errorCode\":\"E\",\"errors\":[null]}"))) {
      PdaClient pda = server.client().build();
      var proxy = assertThrows(PdaProtocolException.class, () -> pda.payment().cancelPayment("pay_1"));
      var refusal = assertThrows(PdaException.class, () -> pda.payment().cancelPayment("pay_1"));
      var gap = assertThrows(PdaProtocolException.class, () -> pda.payment().cancelPayment("pay_1"));
      assertEquals(
          server.requests.stream().map(request -> request.header("Idempotency-Key")).toList(),
          List.of(proxy.getIdempotencyKey(), refusal.getIdempotencyKey(), gap.getIdempotencyKey()));
      assertNull(assertThrows(PdaProtocolException.class, () -> pda.payment().getPayment("pay_1")).getIdempotencyKey());
    }
  }

  @Test
  void anErrorIsTyped() throws Exception {
    try (TestServer server = new TestServer(error(422, "SVC-4225", "AMOUNT_TOO_PRECISE"))) {
      PdaException refusal = assertThrows(PdaException.class, () -> server.client().build().payment().getPayment("pay_1"));
      assertEquals(422, refusal.getStatus());
      assertEquals("SVC-4225", refusal.getErrorCode().value());
      assertEquals("AMOUNT_TOO_PRECISE", refusal.getReason().value());
      assertEquals("amount", refusal.getErrors().get(0).getField());
      assertEquals("req_2", refusal.getRequestId());
      assertEquals("GetPayment: 422 SVC-4225 AMOUNT_TOO_PRECISE (amount): Not so. [req_2]", refusal.getMessage());
    }
  }

  @Test
  void whatIsNoAnswerOfTheServiceSaysSo() throws Exception {
    for (TestServer.Answer answer : List.of(
        answer(200, "text/html", "<p>Welcome"), json(200, "{}"), json(200, "null"), json(200, "[]"), json(200, ""), ok("null"),
        json(200, "{\"success\":false,\"data\":{}}"), json(404, "{\"error\":\"no\"}"), answer(404, "text/plain", "no"))) {
      try (TestServer server = new TestServer(answer)) {
        var failure = assertThrows(PdaProtocolException.class, () -> server.client().build().payment().getPayment("pay_1"));
        assertTrue(failure.getMessage().contains(server.url() + "/api/v1/payments/pay_1"));
        assertEquals(1, server.requests.size());
      }
    }
  }

  @Test
  void theEnvelopeIsForThoseWhoAsk() throws Exception {
    try (TestServer server = new TestServer(ok("{\"paymentId\":\"pay_1\"}", "Idempotency-Replayed", "true"))) {
      AnswerInfo[] info = new AnswerInfo[1];
      server.client().build().payment().cancelPayment("pay_1",
          new CancelPaymentOptions().ifMatch("\"3\"").requestId("mine").onAnswer(answer -> info[0] = answer));
      assertEquals(new AnswerInfo(200, "ok", "req_1", Instant.parse("2026-01-15T09:30:00Z"), "Done.", true), info[0]);
      assertEquals("\"3\"", server.requests.get(0).header("If-Match"));
      assertEquals("mine", server.requests.get(0).header("X-Request-ID"));
    }
  }

  @Test
  void aDocumentThatHasNotChangedIsNotSentAgain() throws Exception {
    try (TestServer server = new TestServer(answer(304, "application/json", ""))) {
      assertThrows(PdaNotModifiedException.class, () -> server.client().build().record()
          .getStatusList("assets-0", new GetStatusListOptions().ifNoneMatch("\"7\"")));
      assertEquals("\"7\"", server.requests.get(0).header("If-None-Match"));
    }
  }

  @Test
  void parametersAreEncoded() throws Exception {
    try (TestServer server = new TestServer(ok("{}"))) {
      PdaClient pda = server.client().build();
      pda.payment().listPayments(new ListPaymentsOptions()
          .status(PaymentStatus.PENDING).orderReference("a b&c=d/ü").fromTime(Instant.parse("2026-01-15T09:30:00Z")).pageSize(2));
      assertEquals("/api/v1/payments?status=pending&pageSize=2&orderReference=a%20b%26c%3Dd%2F%C3%BC&fromTime=2026-01-15T09%3A30%3A00Z",
          server.requests.get(0).target());
      pda.outcome().getOutcome("order/1?x");
      assertEquals("/api/v1/idempotency/order%2F1%3Fx", server.requests.get(1).target());
      for (String other : new String[] {"", ".", "..", null})
        assertThrows(IllegalArgumentException.class, () -> pda.payment().cancelPayment(other));
      assertThrows(IllegalArgumentException.class, () -> pda.payment().createPayment(null));
    }
  }
}
