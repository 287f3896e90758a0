package pda_test

import (
	"crypto/tls"
	"encoding/json"
	"encoding/pem"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	pda "pda.example/clients/go"
)

const secret = "pda_01kf05yaj0fg8rwb80000000zz_secretsecretsecret"

var variables = []string{"PDA_URL", "PDA_API_KEY", "PDA_CA_FILE", "PDA_CLIENT_CERT_FILE", "PDA_CLIENT_KEY_FILE",
	"PDA_PUBLIC_KEY_ID", "PDA_SIGNING_KEY_FILE", "PDA_SIGNATURE_KEY_ID", "PDA_SIGNATURE_KEY_FILE"}

// fast repeats without waiting.
var fast = pda.WithRetryPolicy(pda.RetryPolicy{AttemptsMax: 4, DelayMax: time.Millisecond})

// service is a TLS server that answers one request after the other, and keeps them.
type service struct {
	*httptest.Server
	mu       sync.Mutex
	requests []*http.Request
	bodies   []string
}

// serve starts a service; its last handler answers all further requests.
func serve(t *testing.T, handlers ...http.HandlerFunc) *service {
	t.Helper()
	for _, name := range variables {
		t.Setenv(name, "")
	}
	s := &service{}
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		handler := handlers[min(len(s.requests), len(handlers)-1)]
		s.requests, s.bodies = append(s.requests, r), append(s.bodies, string(body))
		s.mu.Unlock()
		handler(w, r)
	}))
	// Asks for a certificate as the service does, and takes any and none.
	s.TLS = &tls.Config{MinVersion: tls.VersionTLS13, ClientAuth: tls.RequestClientCert}
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

func (s *service) seen() []*http.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests
}

// root returns the certificate that the service's own goes back to, PEM.
func (s *service) root() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
}

// client returns a client of the service with a key.
func (s *service) client(t *testing.T, options ...pda.Option) *pda.Client {
	t.Helper()
	all := []pda.Option{pda.WithBaseURL(s.URL), pda.WithAPIKey(secret), pda.WithCACertificates(s.root()), fast}
	client, err := pda.New(append(all, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// ok answers with data.
func ok(data any) http.HandlerFunc {
	return answer(http.StatusOK, map[string]any{"success": true, "errors": []any{}, "data": data}, nil)
}

// refuse answers with an error of the service.
func refuse(status int, code, reason string, header map[string]string) http.HandlerFunc {
	return answer(status, map[string]any{
		"success": false, "requestId": "req_1", "errorCode": code, "message": "It is refused.", "data": map[string]any{},
		"errors": []any{map[string]any{"code": code, "reason": reason, "message": "It is refused.", "field": "amount"}},
	}, header)
}

func answer(status int, body any, header map[string]string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Request-ID", "req_1")
		for name, value := range header {
			w.Header().Set(name, value)
		}
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(body)
	}
}

// text answers with something else than JSON.
func text(status int, media, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", media)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// hangUp breaks the connection.
func hangUp(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// breakOff breaks the connection within the answer.
func breakOff(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", "100")
	_, _ = io.WriteString(w, `{"success":`)
	panic(http.ErrAbortHandler)
}

// neverAnswer holds the connection until the client closes it.
func neverAnswer(_ http.ResponseWriter, r *http.Request) {
	<-r.Context().Done()
	panic(http.ErrAbortHandler)
}
