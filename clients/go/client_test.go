package pda_test

import (
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	pda "pda.example/clients/go"
	"pda.example/clients/go/call"
	"pda.example/clients/go/gen/api"
)

func TestHeaders(t *testing.T) {
	service := serve(t, ok(map[string]any{}))
	client := service.client(t)
	if _, err := client.GetPayment(t.Context(), "pay_1", call.RequestID("mine"), call.IfVersion(3)); err != nil {
		t.Fatal(err)
	}
	request := service.seen()[0]
	for name, want := range map[string]string{
		"Authorization":   "Bearer " + secret,
		"User-Agent":      "pda-client-go/" + pda.Version,
		"Accept":          "application/json",
		"Request-Timeout": "30.000",
		"X-Request-Id":    "mine",
		"If-Match":        `"3"`,
		"Idempotency-Key": "",
		"Content-Type":    "",
	} {
		if got := request.Header.Get(name); got != want {
			t.Errorf("%s was %q, not %q", name, got, want)
		}
	}
}

func TestPathsAndQueries(t *testing.T) {
	service := serve(t, ok(map[string]any{"items": []any{}, "nextPageToken": ""}))
	client := service.client(t)
	if _, err := client.GetOutcome(t.Context(), "a/b c?", nil); err != nil {
		t.Fatal(err)
	}
	from := time.Date(2026, 11, 23, 9, 0, 0, 5e8, time.FixedZone("", 3600))
	params := &api.ListPaymentsParams{Status: api.PaymentStatusPending, PageSize: 2, OrderReference: "a&b", FromTime: from}
	if _, err := client.ListPayments(t.Context(), params); err != nil {
		t.Fatal(err)
	}
	want := []string{"/api/v1/idempotency/a%2Fb%20c%3F", "/api/v1/payments?fromTime=2026-11-23T08%3A00%3A00.5Z&orderReference=a%26b&pageSize=2&status=pending"}
	for i, request := range service.seen() {
		if request.RequestURI != want[i] {
			t.Errorf("the path was %s, not %s", request.RequestURI, want[i])
		}
	}
	for _, id := range []string{"", ".", ".."} {
		if _, err := client.GetPayment(t.Context(), id); err == nil || !strings.Contains(err.Error(), "paymentId of GET /api/v1/payments/{paymentId}") {
			t.Errorf("the identifier %q: %v", id, err)
		}
	}
	if sent := len(service.seen()); sent != 2 {
		t.Errorf("%d requests were sent", sent)
	}
}

func TestKeysThatNoHeaderCanCarryAreNotSent(t *testing.T) {
	service := serve(t, ok(map[string]any{}))
	for _, option := range []call.Option{
		call.IdempotencyKey("order-1\n"), call.IdempotencyKey(""), call.IdempotencyKey(strings.Repeat("k", 256)), call.IdempotencyKey("Ä"),
		call.RequestID("a b"), call.RequestID(strings.Repeat("r", 129)),
	} {
		_, err := service.client(t).CancelPayment(t.Context(), "pay_1", option)
		if err == nil || errors.As(err, new(*pda.ConnectionError)) || !strings.Contains(err.Error(), "visible ASCII characters") {
			t.Errorf("the call failed with %v", err)
		}
	}
	if _, err := service.client(t).CancelPayment(t.Context(), "pay_1", call.IdempotencyKey(strings.Repeat("~", 255)), call.RequestID("!")); err != nil {
		t.Error(err)
	}
	if sent := len(service.seen()); sent != 1 {
		t.Errorf("%d requests were sent", sent)
	}
}

func TestConnectionsWithoutTLSAreClosed(t *testing.T) {
	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	service := serve(t, ok(map[string]any{}))
	once := pda.WithRetryPolicy(pda.RetryPolicy{AttemptsMax: 1})
	client := service.client(t, pda.WithBaseURL("https://"+listener.Addr().String()), pda.WithTimeout(200*time.Millisecond), once)
	if _, err := client.GetServerInfo(t.Context()); !errors.As(err, new(*pda.ConnectionError)) {
		t.Fatalf("the call failed with %v", err)
	}
	connection, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = connection.Close() }()
	_ = connection.SetReadDeadline(time.Now().Add(5 * time.Second))
	if _, err := io.Copy(io.Discard, connection); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("the connection is open: %v", err)
	}
}

func TestUnknownThingsAreReadable(t *testing.T) {
	service := serve(t, ok(map[string]any{
		"paymentId": "pay_1", "status": "quarantined", "createTime": "2026-01-15T09:30:00.000Z", "addedLater": map[string]any{"since": 2},
	}), ok(map[string]any{
		"items": []any{map[string]any{"id": "evt_1", "type": "payment.quarantined", "time": "2026-01-15T09:30:00Z", "data": map[string]any{"by": "screening"}}},
	}))
	client := service.client(t)
	payment, err := client.GetPayment(t.Context(), "pay_1")
	if err != nil || payment.Status != "quarantined" || payment.Status.Valid() || payment.CreateTime.Year() != 2026 {
		t.Errorf("got %+v, %v", payment, err)
	}
	for event, err := range client.ListEventsAll(t.Context(), nil) {
		by := string(event.Data.AdditionalProperties["by"])
		if err != nil || event.Type != "payment.quarantined" || event.Data.Payment != nil || by != `"screening"` {
			t.Errorf("got %+v, %v", event, err)
		}
	}
}

func TestPages(t *testing.T) {
	page := func(next string, ids ...string) map[string]any {
		items := []any{}
		for _, id := range ids {
			items = append(items, map[string]any{"merchantId": id})
		}
		return map[string]any{"items": items, "nextPageToken": next}
	}
	read := func(t *testing.T, client *pda.Client, token string, most int) (ids []string, err error) {
		for merchant, err := range client.ListMerchantsAll(t.Context(), &api.ListMerchantsParams{PageSize: 2, PageToken: token}) {
			if err != nil {
				return ids, err
			}
			if ids = append(ids, merchant.MerchantID); len(ids) == most {
				break
			}
		}
		return ids, nil
	}
	t.Run("until the token is empty, also past an empty page", func(t *testing.T) {
		service := serve(t, ok(page("t1", "a", "b")), ok(page("t2")), ok(page("", "c")))
		ids, err := read(t, service.client(t), "t0", 9)
		if err != nil || strings.Join(ids, "") != "abc" {
			t.Errorf("got %v, %v", ids, err)
		}
		for i, request := range service.seen() {
			if got, want := request.URL.RawQuery, []string{"pageSize=2&pageToken=t0", "pageSize=2&pageToken=t1", "pageSize=2&pageToken=t2"}[i]; got != want {
				t.Errorf("the query was %s, not %s", got, want)
			}
		}
	})
	t.Run("until the token stays, as that of events does", func(t *testing.T) {
		service := serve(t, ok(page("t1", "a")), ok(page("t1")))
		if ids, err := read(t, service.client(t), "", 9); err != nil || len(ids) != 1 || len(service.seen()) != 2 {
			t.Errorf("got %v, %v", ids, err)
		}
	})
	t.Run("no page that nobody needs", func(t *testing.T) {
		service := serve(t, ok(page("t1", "a", "b")))
		if ids, err := read(t, service.client(t), "", 2); err != nil || len(ids) != 2 || len(service.seen()) != 1 {
			t.Errorf("got %v, %v", ids, err)
		}
	})
	t.Run("an error ends the iteration", func(t *testing.T) {
		service := serve(t, ok(page("t1", "a")), refuse(400, "SVC-4005", "INVALID_PAGE_TOKEN", nil))
		ids, err := read(t, service.client(t), "", 9)
		var refusal *pda.Error
		if len(ids) != 1 || !errors.As(err, &refusal) {
			t.Errorf("got %v, %v", ids, err)
		}
	})
}

func TestFiles(t *testing.T) {
	csv := text(200, "text/csv; charset=utf-8", "a,b\n")
	service := serve(t, csv, ok(map[string]any{"document": "a,b"}), text(304, "", ""))
	client := service.client(t)
	params := &api.ExportStatementCSVParams{AssetType: "USDX"}
	var info call.Info
	file, err := client.ExportStatementCSV(t.Context(), "mer_1", params, call.ReadInfo(&info))
	if err != nil || string(file) != "a,b\n" || info.Status != 200 || service.seen()[0].Header.Get("Accept") != "text/csv" {
		t.Errorf("got %q, %+v, %v", file, info, err)
	}
	var failure *pda.ProtocolError
	if _, err := client.ExportStatementCSV(t.Context(), "mer_1", params); !errors.As(err, &failure) {
		t.Errorf("another media type: %v", err)
	}
	if _, err := client.GetRevocationList(t.Context(), "crl_1", call.IfNoneMatch(`"a"`)); !errors.Is(err, pda.ErrNotModified) {
		t.Errorf("304: %v", err)
	}
}

func TestInfo(t *testing.T) {
	service := serve(t, answer(201, map[string]any{"success": true, "errors": []any{}, "data": map[string]any{}}, map[string]string{"Idempotency-Replayed": "true"}))
	var info call.Info
	if _, err := service.client(t).CreatePayment(t.Context(), api.CreatePaymentRequest{}, call.ReadInfo(&info)); err != nil {
		t.Fatal(err)
	}
	if info.Status != 201 || info.RequestID != "req_1" || !info.Replayed || info.Header.Get("Content-Type") != "application/json" {
		t.Errorf("got %+v", info)
	}
}

func TestSettingsOfTheEnvironment(t *testing.T) {
	service := serve(t, ok(map[string]any{}))
	file := filepath.Join(t.TempDir(), "root.crt")
	if err := os.WriteFile(file, service.root(), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PDA_URL", service.URL+"/")
	t.Setenv("PDA_API_KEY", secret)
	t.Setenv("PDA_CA_FILE", file)
	for _, test := range []struct {
		options []pda.Option
		key     string
	}{{nil, "Bearer " + secret}, {[]pda.Option{pda.WithoutAPIKey()}, ""}, {[]pda.Option{pda.WithAPIKey("other")}, "Bearer other"}} {
		client, err := pda.New(test.options...)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := client.GetServerInfo(t.Context()); err != nil {
			t.Fatal(err)
		}
		client.Close()
		seen := service.seen()
		if got := seen[len(seen)-1].Header.Get("Authorization"); got != test.key {
			t.Errorf("Authorization was %q, not %q", got, test.key)
		}
	}
}

func TestImpossibleSettings(t *testing.T) {
	for _, name := range variables {
		t.Setenv(name, "")
	}
	base := pda.WithBaseURL("https://pda.example")
	for says, options := range map[string][]pda.Option{
		"use pda.WithBaseURL or PDA_URL":          nil,
		"the base address has to be like":         {pda.WithBaseURL("http://pda.example")},
		"without user, query and fragment":        {pda.WithBaseURL("https://user:word@pda.example")},
		"the CA certificates are not PEM":         {base, pda.WithCACertificates([]byte("no"))},
		"the CA certificates cannot be read":      {base, pda.WithCAFile("/nowhere.crt")},
		"perhaps a line break at its end":         {base, pda.WithAPIKey("key\n")},
		"is below a millisecond":                  {base, pda.WithTimeout(0)},
		"a retry policy has at least one attempt": {base, pda.WithRetryPolicy(pda.RetryPolicy{})},
	} {
		if _, err := pda.New(options...); err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "word") {
			t.Errorf("expected an error that says %q, got %v", says, err)
		}
	}
}
