package pda_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	pda "pda.example/clients/go"
	"pda.example/clients/go/call"
	"pda.example/clients/go/gen/api"
)

func TestRepeats(t *testing.T) {
	payment := ok(map[string]any{"paymentId": "pay_1"})
	proxy := text(http.StatusBadGateway, "text/html", "<p>bad gateway")
	unavailable := refuse(503, "SVC-5030", "SHUTTING_DOWN", nil)
	for name, test := range map[string]struct {
		handlers []http.HandlerFunc
		requests int
		fails    bool
	}{
		"success":                        {[]http.HandlerFunc{payment}, 1, false},
		"retryable code":                 {[]http.HandlerFunc{unavailable, payment}, 2, false},
		"retryable code with status 409": {[]http.HandlerFunc{refuse(409, "SVC-4092", "IN_FLIGHT", nil), payment}, 2, false},
		"all attempts used":              {[]http.HandlerFunc{unavailable}, 4, true},
		"other code":                     {[]http.HandlerFunc{refuse(422, "SVC-4222", "IDEMPOTENCY_KEY_REUSED", nil), payment}, 1, true},
		"unknown code, temporary status": {[]http.HandlerFunc{refuse(503, "SVC-5999", "ADDED_LATER", nil), payment}, 2, false},
		"unknown code, other status":     {[]http.HandlerFunc{refuse(500, "SVC-5999", "ADDED_LATER", nil), payment}, 1, true},
		"proxy without a service":        {[]http.HandlerFunc{proxy, text(504, "", ""), payment}, 3, false},
		"other answer without envelope":  {[]http.HandlerFunc{text(500, "text/html", "<p>oops"), payment}, 1, true},
		"broken connection":              {[]http.HandlerFunc{hangUp, hangUp, payment}, 3, false},
		"connection broken in answer":    {[]http.HandlerFunc{breakOff, payment}, 2, false},
		"Retry-After of 0":               {[]http.HandlerFunc{refuse(429, "SVC-4290", "RATE", map[string]string{"Retry-After": "0"}), payment}, 2, false},
		"Retry-After above the limit":    {[]http.HandlerFunc{refuse(429, "SVC-4290", "RATE", map[string]string{"Retry-After": "3"}), payment}, 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			service := serve(t, test.handlers...)
			_, err := service.client(t).CreatePayment(t.Context(), api.CreatePaymentRequest{Amount: "1"})
			if (err != nil) != test.fails {
				t.Errorf("the call failed: %v", err)
			}
			requests := service.seen()
			if len(requests) != test.requests {
				t.Fatalf("%d requests were sent, not %d", len(requests), test.requests)
			}
			for i, request := range requests {
				if key := request.Header.Get("Idempotency-Key"); len(key) != 36 || key != requests[0].Header.Get("Idempotency-Key") {
					t.Errorf("request %d had the key %q", i, key)
				}
				if service.bodies[i] != `{"amount":"1","assetType":"","merchantId":""}` {
					t.Errorf("request %d had the body %q", i, service.bodies[i])
				}
			}
		})
	}
}

func TestCallersKeyIsKept(t *testing.T) {
	service := serve(t, hangUp, ok(map[string]any{}))
	if _, err := service.client(t).CancelPayment(t.Context(), "pay_1", call.IdempotencyKey("order-1")); err != nil {
		t.Fatal(err)
	}
	for _, request := range service.seen() {
		if key := request.Header.Get("Idempotency-Key"); key != "order-1" {
			t.Errorf("the key was %q", key)
		}
	}
}

func TestRetryAfterIsWaitedFor(t *testing.T) {
	service := serve(t, refuse(429, "SVC-4290", "RATE", map[string]string{"Retry-After": "0.2"}), ok(map[string]any{}))
	started := time.Now()
	client := service.client(t, pda.WithRetryPolicy(pda.RetryPolicy{AttemptsMax: 2, DelayMax: time.Second}))
	if _, err := client.GetPayment(t.Context(), "pay_1"); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(started); took < 200*time.Millisecond {
		t.Errorf("it waited %v only", took)
	}
}

func TestContextEndsTheCallWithItsRepeats(t *testing.T) {
	patient := pda.WithRetryPolicy(pda.RetryPolicy{AttemptsMax: 100, DelayMax: time.Hour})
	for name, handler := range map[string]http.HandlerFunc{
		"while waiting to repeat":     refuse(503, "SVC-5030", "SHUTTING_DOWN", map[string]string{"Retry-After": "60"}),
		"while waiting for an answer": neverAnswer,
	} {
		t.Run(name, func(t *testing.T) {
			service := serve(t, handler)
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			_, err := service.client(t, patient).CreatePayment(ctx, api.CreatePaymentRequest{}, call.IdempotencyKey("order-1"))
			var failure *pda.ConnectionError
			if !errors.As(err, &failure) || failure.IdempotencyKey != "order-1" || failure.Attempts != 1 {
				t.Errorf("the error was %#v", err)
			}
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the error does not say that the context ended: %v", err)
			}
		})
	}
}

func TestCancelledContextSendsNothing(t *testing.T) {
	service := serve(t, ok(map[string]any{}))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := service.client(t).GetPayment(ctx, "pay_1"); !errors.Is(err, context.Canceled) {
		t.Errorf("the error was %v", err)
	}
	if sent := len(service.seen()); sent != 0 {
		t.Errorf("%d requests were sent", sent)
	}
}

func TestAttemptTimesOutAndIsRepeated(t *testing.T) {
	service := serve(t, neverAnswer, ok(map[string]any{}))
	if _, err := service.client(t, pda.WithTimeout(time.Second)).GetPayment(t.Context(), "pay_1"); err != nil {
		t.Fatal(err)
	}
	if got := service.seen()[0].Header.Get("Request-Timeout"); got != "1.000" {
		t.Errorf("Request-Timeout was %q", got)
	}
}
