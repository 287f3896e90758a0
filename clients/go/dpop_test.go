package pda_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	pda "pda.example/clients/go"
	"pda.example/clients/go/gen/api"
)

func noToken(context.Context) (string, error) { return "token", nil }

func TestProofs(t *testing.T) {
	for algorithm, key := range keys {
		t.Run(algorithm, func(t *testing.T) {
			challenge := refuse(401, "SVC-4011", "NONCE", map[string]string{
				"DPoP-Nonce": "first", "WWW-Authenticate": `DPoP error="use_dpop_nonce", algs="ES256"`,
			})
			next := answer(200, map[string]any{"success": true, "errors": []any{}, "data": map[string]any{}}, map[string]string{"DPoP-Nonce": "second"})
			service := serve(t, challenge, next, ok(map[string]any{}))
			calls := 0
			client := service.client(t, noKey, pda.WithRetryPolicy(pda.RetryPolicy{AttemptsMax: 1}), pda.WithDPoP(func(context.Context) (string, error) {
				calls++
				return fmt.Sprintf("token-%d", calls), nil
			}, key))
			if _, err := client.CreatePayment(t.Context(), api.CreatePaymentRequest{}); err != nil {
				t.Fatal(err)
			}
			if _, err := client.ListPayments(t.Context(), &api.ListPaymentsParams{PageSize: 1}); err != nil {
				t.Fatal(err)
			}
			seen, proofs := service.seen(), map[any]bool{}
			if len(seen) != 3 || seen[0].Header.Get("Idempotency-Key") != seen[1].Header.Get("Idempotency-Key") {
				t.Fatalf("%d requests were sent, or with two idempotency keys", len(seen))
			}
			for i, nonce := range []any{nil, "first", "second"} {
				token := fmt.Sprintf("token-%d", i+1)
				digest := sha256.Sum256([]byte(token))
				header, claims := readJWT(t, seen[i].Header.Get("DPoP"), key.Public())
				proofs[claims["jti"]] = true
				if header["typ"] != "dpop+jwt" || header["alg"] != algorithm || seen[i].Header.Get("Authorization") != "DPoP "+token {
					t.Errorf("the header was %v", header)
				}
				if _, private := header["jwk"].(map[string]any)["d"]; private {
					t.Error("the private key was sent")
				}
				if claims["htm"] != seen[i].Method || claims["htu"] != service.URL+"/api/v1/payments" || claims["nonce"] != nonce ||
					claims["ath"] != base64.RawURLEncoding.EncodeToString(digest[:]) {
					t.Errorf("the claims were %v", claims)
				}
			}
			if len(proofs) != 3 {
				t.Error("a proof was sent twice")
			}
		})
	}
}

func TestSecondChallengeIsFinal(t *testing.T) {
	service := serve(t, refuse(401, "SVC-4011", "NONCE", map[string]string{"DPoP-Nonce": "n", "WWW-Authenticate": `Bearer, DPoP error="use_dpop_nonce"`}))
	_, err := service.client(t, noKey, pda.WithDPoP(noToken, keys["ES256"])).GetServerInfo(t.Context())
	if !errors.As(err, new(*pda.Error)) || len(service.seen()) != 2 {
		t.Errorf("after %d requests: %v", len(service.seen()), err)
	}
	other := serve(t, refuse(401, "SVC-4011", "TOKEN_EXPIRED", map[string]string{"DPoP-Nonce": "n", "WWW-Authenticate": `DPoP error="invalid_token"`}))
	_, err = other.client(t, noKey, pda.WithDPoP(noToken, keys["ES256"])).GetServerInfo(t.Context())
	if !errors.As(err, new(*pda.Error)) || len(other.seen()) != 1 {
		t.Errorf("after %d requests: %v", len(other.seen()), err)
	}
}

func TestProofThatWasSentTwiceIsMadeAnew(t *testing.T) {
	service := serve(t, refuse(401, "SVC-4011", "DPOP_PROOF_REPLAYED", nil), ok(map[string]any{}))
	if _, err := service.client(t, noKey, pda.WithDPoP(noToken, keys["ES256"])).CreatePayment(t.Context(), api.CreatePaymentRequest{}); err != nil {
		t.Fatal(err)
	}
	first, again := service.seen()[0].Header, service.seen()[1].Header
	if first.Get("DPoP") == again.Get("DPoP") || first.Get("Idempotency-Key") != again.Get("Idempotency-Key") {
		t.Errorf("the repeat had the headers %v", again)
	}
}

func TestProofBesideASignature(t *testing.T) {
	service := serve(t, ok(map[string]any{}))
	key := keys["ES256"]
	if _, err := service.client(t, noKey, pda.WithDPoP(noToken, key), pda.WithSignature("", key)).GetServerInfo(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := readSignature(t, service.seen()[0], key.Public()); got.covered != "@method @target-uri authorization" {
		t.Errorf("the signature covered %s", got.covered)
	}
}

func TestFailingToken(t *testing.T) {
	away := errors.New("the authorisation server is away")
	for _, test := range []struct {
		token string
		err   error
		says  string
	}{{"", away, away.Error()}, {"", nil, "empty"}, {"a b", nil, "character"}} {
		service := serve(t, ok(map[string]any{}))
		token := func(context.Context) (string, error) { return test.token, test.err }
		_, err := service.client(t, noKey, pda.WithDPoP(token, keys["ES256"])).GetServerInfo(t.Context())
		if err == nil || !strings.Contains(err.Error(), test.says) || test.err != nil && !errors.Is(err, away) || len(service.seen()) != 0 {
			t.Errorf("after %d requests: %v", len(service.seen()), err)
		}
	}
	// Not the first attempt, so that something may have been done.
	service, calls := serve(t, http.HandlerFunc(hangUp)), 0
	_, err := service.client(t, noKey, pda.WithDPoP(func(context.Context) (string, error) {
		if calls++; calls > 1 {
			return "", away
		}
		return "token", nil
	}, keys["ES256"])).CreatePayment(t.Context(), api.CreatePaymentRequest{})
	if !errors.Is(err, away) || !strings.Contains(err.Error(), "may have been executed") {
		t.Errorf("the error was %v", err)
	}
}
