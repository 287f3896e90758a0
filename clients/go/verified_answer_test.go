package pda_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/sha256"
	"encoding/asn1"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	pda "pda.example/clients/go"
	"pda.example/clients/go/call"
)

const keySetPath = "/.well-known/jwks.json"

// keySet returns a JSON Web Key Set with the public key of keys["ES256"].
func keySet(id, algorithm string) []byte {
	point, err := keys["ES256"].Public().(*ecdsa.PublicKey).ECDH()
	if err != nil {
		panic(err)
	}
	both := point.Bytes()
	text, err := json.Marshal(map[string]any{"keys": []any{map[string]string{
		"kid": id, "kty": "EC", "crv": "P-256", "alg": algorithm,
		"x": base64.RawURLEncoding.EncodeToString(both[1:33]), "y": base64.RawURLEncoding.EncodeToString(both[33:]),
	}}})
	if err != nil {
		panic(err)
	}
	return text
}

var published = keySet("key-1", "ecdsa-p256-sha256")

var wantedNonce = regexp.MustCompile(`;nonce="([^"]+)"`)

// signing signs what a handler answers, as the service does, and publishes the keys. `created` is now unless given.
func signing(handler http.HandlerFunc, created string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == keySetPath {
			_, _ = w.Write(published)
			return
		}
		recorder := httptest.NewRecorder()
		handler(recorder, r)
		digest := sha256.Sum256(recorder.Body.Bytes())
		contentDigest := "sha-256=:" + base64.StdEncoding.EncodeToString(digest[:]) + ":"
		lines := []string{
			fmt.Sprintf(`"@status": %d`, recorder.Code), `"content-digest": ` + contentDigest, `"content-type": ` + recorder.Header().Get("Content-Type"),
			`"@method";req: ` + r.Method, `"@target-uri";req: https://` + r.Host + r.RequestURI,
		}
		names := []string{`"@status"`, `"content-digest"`, `"content-type"`, `"@method";req`, `"@target-uri";req`}
		for _, name := range []string{"signature", "x-request-id"} {
			if value := r.Header.Get(name); value != "" {
				names, lines = append(names, `"`+name+`";req`), append(lines, `"`+name+`";req: `+value)
			}
		}
		at := created
		if at == "" {
			at = fmt.Sprint(time.Now().Unix())
		}
		nonce := wantedNonce.FindStringSubmatch(r.Header.Get("Accept-Signature"))[1]
		params := fmt.Sprintf(`(%s);created=%s;nonce="%s";keyid="key-1";tag="pda-answer"`, strings.Join(names, " "), at, nonce)
		base := sha256.Sum256([]byte(strings.Join(append(lines, `"@signature-params": `+params), "\n")))
		der, _ := keys["ES256"].Sign(nil, base[:], crypto.SHA256)
		var numbers struct{ R, S *big.Int }
		_, _ = asn1.Unmarshal(der, &numbers)
		signature := make([]byte, 64)
		numbers.R.FillBytes(signature[:32])
		numbers.S.FillBytes(signature[32:])
		for name, values := range recorder.Header() {
			w.Header()[name] = values
		}
		w.Header().Set("Content-Digest", contentDigest)
		w.Header().Set("Signature-Input", "sig="+params)
		w.Header().Set("Signature", "sig=:"+base64.StdEncoding.EncodeToString(signature)+":")
		w.WriteHeader(recorder.Code)
		_, _ = w.Write(recorder.Body.Bytes())
	}
}

func unverified(t *testing.T, err error, says string) *pda.UnverifiedError {
	t.Helper()
	var failure *pda.UnverifiedError
	if !errors.As(err, &failure) || !strings.Contains(err.Error(), says) {
		t.Fatalf("expected *pda.UnverifiedError with %q, got %v", says, err)
	}
	return failure
}

func TestPublishedKeysAreReadOnce(t *testing.T) {
	service := serve(t, signing(ok(map[string]any{}), ""))
	client := service.client(t, pda.WithVerifiedAnswers())
	failures := make(chan error)
	for range 5 {
		go func() { _, err := client.GetServerInfo(t.Context()); failures <- err }()
	}
	for range 5 {
		if err := <-failures; err != nil {
			t.Error(err)
		}
	}
	if _, err := client.GetServerInfo(t.Context()); err != nil {
		t.Error(err)
	}
	asked := 0
	for _, request := range service.seen() {
		if request.URL.Path == keySetPath {
			asked++
			if request.Header.Get("Authorization") != "" {
				t.Error("the keys were asked for with a credential")
			}
		}
	}
	if asked != 1 {
		t.Errorf("the keys were read %d times", asked)
	}
}

func TestUnknownKeyIsAskedForOnce(t *testing.T) {
	other := func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(keySet("key-0", "ecdsa-p256-sha256")) }
	service := serve(t, signing(ok(map[string]any{}), ""), other)
	_, err := service.client(t, pda.WithVerifiedAnswers()).GetServerInfo(t.Context())
	unverified(t, err, "key key-1, which is none of the service's keys")
	if sent := len(service.seen()); sent != 2 {
		t.Errorf("%d requests were sent", sent)
	}
}

func TestAnswersToSignedRequestsAndRepeats(t *testing.T) {
	service := serve(t, signing(refuse(503, "SVC-5030", "SHUTTING_DOWN", nil), ""), text(502, "text/html", "no"), signing(ok(map[string]any{}), ""))
	client := service.client(t, pda.WithAnswerKeys(published), pda.WithSignature(publicKeyID, keys["EdDSA"]))
	if _, err := client.CancelPayment(t.Context(), "pay_1", call.RequestID("mine")); err != nil {
		t.Fatal(err)
	}
	nonces := map[string]bool{}
	for _, request := range service.seen() {
		wanted := request.Header.Get("Accept-Signature")
		if !strings.Contains(wanted, `"signature";req "x-request-id";req`) {
			t.Errorf("asked for %s", wanted)
		}
		nonces[wantedNonce.FindString(wanted)] = true
	}
	if len(nonces) != 3 {
		t.Errorf("%d nonces were sent in 3 attempts", len(nonces))
	}
}

func TestUnsignedAnswersAreRefused(t *testing.T) {
	for _, status := range []int{200, 307, 401, 500} {
		service := serve(t, text(status, "text/html", "no"))
		_, err := service.client(t, pda.WithAnswerKeys(published)).CancelPayment(t.Context(), "pay_1", call.IdempotencyKey("order-1001"))
		failure := unverified(t, err, `ask GetOutcome with the idempotency key "order-1001"`)
		if failure.Status != status || failure.IdempotencyKey != "order-1001" || failure.URL != service.URL+"/api/v1/payments/pay_1/cancel" {
			t.Errorf("the error was %#v", failure)
		}
		if sent := len(service.seen()); sent != 1 {
			t.Errorf("%d requests were sent for %d", sent, status)
		}
	}
}

func TestAnswersOfAnotherTimeAreRefused(t *testing.T) {
	for _, created := range []string{"1", "99999999999", "999999999999999", `"soon"`} {
		service := serve(t, signing(ok(map[string]any{}), created))
		_, err := service.client(t, pda.WithAnswerKeys(published)).GetServerInfo(t.Context())
		unverified(t, err, "set the clock")
	}
}

func TestAnswerKeysNeedKeysOfAnswers(t *testing.T) {
	for _, keys := range []string{"", "[]", "{}", `{"keys":[]}`, string(keySet("key-1", "ES256")), strings.ReplaceAll(string(published), `"y":"`, `"y":"A`)} {
		if _, err := pda.New(pda.WithBaseURL("https://pda.example"), pda.WithAnswerKeys([]byte(keys))); err == nil || !strings.Contains(err.Error(), keySetPath) {
			t.Errorf("the error for %s was %v", keys, err)
		}
	}
}
