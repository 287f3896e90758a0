package pda_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	pda "pda.example/clients/go"
	"pda.example/clients/go/call"
	"pda.example/clients/go/gen/api"
)

func TestRefusalIsTyped(t *testing.T) {
	service := serve(t, refuse(422, "SVC-4225", "REFUND_EXCEEDS_PAID", map[string]string{"Retry-After": "2"}))
	_, err := service.client(t).CreateRefund(t.Context(), api.CreateRefundRequest{}, call.IdempotencyKey("refund-1"))
	var refusal *pda.Error
	if !errors.As(err, &refusal) {
		t.Fatalf("the error was %#v", err)
	}
	got := fmt.Sprint(refusal.Status, refusal.ErrorCode, refusal.Reason(), refusal.Errors[0].Field, refusal.RequestID, refusal.RetryAfter, refusal.IdempotencyKey)
	if want := fmt.Sprint(422, api.ErrorCodeSVC4225, "REFUND_EXCEEDS_PAID", "amount", "req_1", 2*time.Second, "refund-1"); got != want {
		t.Errorf("got %s, not %s", got, want)
	}
}

func TestAnswersOfSomethingElse(t *testing.T) {
	for name, test := range map[string]struct {
		handler http.HandlerFunc
		says    string
	}{
		"page":                      {text(200, "text/html; charset=utf-8", "<p>Welcome"), "an answer of type text/html without the envelope of the service; check pda.WithBaseURL"},
		"other JSON":                {text(200, "application/json", `{"hello":"world"}`), "without the envelope"},
		"JSON that is no object":    {text(404, "application/json", `[]`), "without the envelope"},
		"data of another type":      {ok([]string{"no payment"}), "the data is not as in the contract"},
		"no data":                   {ok(nil), "the envelope has no data"},
		"redirect":                  {http.RedirectHandler("https://elsewhere.example/", http.StatusTemporaryRedirect).ServeHTTP, "redirects to https://elsewhere.example/"},
		"redirect without location": {text(302, "", ""), "an answer without a media type"},
	} {
		t.Run(name, func(t *testing.T) {
			service := serve(t, test.handler)
			_, err := service.client(t).GetPayment(t.Context(), "pay_1")
			var failure *pda.ProtocolError
			if !errors.As(err, &failure) {
				t.Fatalf("the error was %#v", err)
			}
			if !strings.Contains(err.Error(), test.says) || !strings.Contains(err.Error(), service.URL+"/api/v1/payments/pay_1") {
				t.Errorf("the error says: %v", err)
			}
			if sent := len(service.seen()); sent != 1 {
				t.Errorf("%d requests were sent", sent)
			}
		})
	}
}

func TestUntrustedServers(t *testing.T) {
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	old := httptest.NewUnstartedServer(http.NotFoundHandler())
	old.TLS = &tls.Config{MaxVersion: tls.VersionTLS12}
	old.Config.ErrorLog = log.New(io.Discard, "", 0)
	old.StartTLS()
	defer old.Close()
	service := serve(t, ok(map[string]any{}))
	expired, expiredRoot := serveExpired(t)
	trusted := pda.WithCACertificates(service.root())
	for name, test := range map[string]struct {
		options  []pda.Option
		says     string
		attempts int
	}{
		"unknown root": {[]pda.Option{pda.WithBaseURL(service.URL)}, "pda.WithCAFile, pda.WithCACertificates or PDA_CA_FILE", 1},
		"other host":   {[]pda.Option{pda.WithBaseURL(strings.Replace(service.URL, "127.0.0.1", "localhost", 1)), trusted}, "check the host of the base address", 1},
		"expired":      {[]pda.Option{pda.WithBaseURL(expired.URL), pda.WithCACertificates(expiredRoot)}, "check the clock of this machine", 1},
		"TLS 1.2":      {[]pda.Option{pda.WithBaseURL(old.URL), trusted}, "protocol version", 4},
		"no TLS":       {[]pda.Option{pda.WithBaseURL(strings.Replace(plain.URL, "http:", "https:", 1)), trusted}, "HTTP response to HTTPS client", 1},
	} {
		t.Run(name, func(t *testing.T) {
			client, err := pda.New(append(test.options, fast)...)
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			_, err = client.CreatePayment(t.Context(), api.CreatePaymentRequest{})
			var failure *pda.ConnectionError
			if !errors.As(err, &failure) || !strings.Contains(err.Error(), test.says) {
				t.Fatalf("the error was %v", err)
			}
			if strings.Contains(err.Error(), "PDA_CA_FILE") && name != "unknown root" {
				t.Errorf("another root does not help, but the error says: %v", err)
			}
			if strings.Contains(err.Error(), "GetOutcome") && test.attempts == 1 {
				t.Errorf("nothing was sent, but the error says: %v", err)
			}
			if failure.Attempts != test.attempts {
				t.Errorf("%d attempts were made, not %d", failure.Attempts, test.attempts)
			}
		})
	}
}

// serveExpired starts a server whose certificate has ended, and returns it with its root, PEM.
func serveExpired(t *testing.T) (*httptest.Server, []byte) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, NotAfter: time.Now().Add(-time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.TLS = &tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	return server, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}

func TestNoServer(t *testing.T) {
	service := serve(t, ok(map[string]any{}))
	client := service.client(t)
	service.Close()
	_, err := client.CreatePayment(t.Context(), api.CreatePaymentRequest{}, call.IdempotencyKey("order-1"))
	var failure *pda.ConnectionError
	if !errors.As(err, &failure) || failure.Attempts != 4 {
		t.Fatalf("the error was %v", err)
	}
	for _, part := range []string{"POST " + service.URL + "/api/v1/payments", `GetOutcome with the idempotency key "order-1"`} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("the error does not say %s: %v", part, err)
		}
	}
}

func TestKeyIsInNoText(t *testing.T) {
	service := serve(t, refuse(401, "SVC-4011", "CREDENTIAL_REFUSED", nil), text(200, "text/html", ""))
	client := service.client(t)
	_, refusal := client.GetPayment(t.Context(), "pay_1")
	_, foreign := client.GetPayment(t.Context(), "pay_1")
	service.Close()
	_, broken := client.GetPayment(t.Context(), "pay_1")
	_, malformed := pda.New(pda.WithBaseURL("https://localhost"), pda.WithAPIKey(secret+"\n"))
	for _, value := range []any{client, *client, refusal, foreign, broken, malformed} {
		for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
			if text := fmt.Sprintf(format, value); text == "" || strings.Contains(text, "secretsecret") {
				t.Errorf("%s of %T shows %s", format, value, text)
			}
		}
	}
}
