package pda_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"math/big"
	"strconv"
	"testing"
	"time"

	pda "pda.example/clients/go"
	"pda.example/clients/go/call"
	"pda.example/clients/go/gen/api"
)

func TestSignature(t *testing.T) {
	for algorithm, key := range keys {
		t.Run(algorithm, func(t *testing.T) { testSignature(t, key) })
	}
}

func testSignature(t *testing.T, key crypto.Signer) {
	service := serve(t, ok(map[string]any{"items": []any{}, "nextPageToken": ""}))
	client := service.client(t, pda.WithSignature(publicKeyID, key))
	if _, err := client.CreatePayment(t.Context(), api.CreatePaymentRequest{}, call.RequestID("mine")); err != nil {
		t.Fatal(err)
	}
	if _, err := client.ListPayments(t.Context(), &api.ListPaymentsParams{OrderReference: "a&b c"}, call.IfVersion(3)); err != nil {
		t.Fatal(err)
	}
	seen := service.seen()
	posted, read := readSignature(t, seen[0], key.Public()), readSignature(t, seen[1], key.Public())
	if want := "@method @target-uri content-digest authorization idempotency-key x-request-id"; posted.covered != want {
		t.Errorf("the signature covered %s, not %s", posted.covered, want)
	}
	if want := "@method @target-uri authorization if-match"; read.covered != want {
		t.Errorf("the signature covered %s, not %s", read.covered, want)
	}
	digest := sha256.Sum256([]byte(service.bodies[0]))
	if got, want := seen[0].Header.Get("Content-Digest"), "sha-256=:"+base64.StdEncoding.EncodeToString(digest[:])+":"; got != want {
		t.Errorf("Content-Digest was %q, not %q", got, want)
	}
	created, err := strconv.ParseInt(posted.created, 10, 64)
	if age := time.Now().Unix() - created; err != nil || age < 0 || age > 60 || posted.keyID != publicKeyID {
		t.Errorf("the signature was %+v", posted)
	}
}

// Key and thumbprint are those of RFC 9449 §4.1 and §6.1. The private part is not published, so another key signs.
func TestThumbprintOfWalletKey(t *testing.T) {
	number := func(text string) *big.Int {
		bytes, err := base64.RawURLEncoding.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		return new(big.Int).SetBytes(bytes)
	}
	published := &ecdsa.PublicKey{
		Curve: elliptic.P256(),
		X:     number("l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs"),
		Y:     number("9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA"),
	}
	service, key := serve(t, ok(map[string]any{})), keys["ES256"]
	if _, err := service.client(t, noKey, pda.WithSignature("", presented{key, published})).GetServerInfo(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := readSignature(t, service.seen()[0], key.Public()); got.keyID != "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I" {
		t.Errorf("the key was %s", got.keyID)
	}
}

// presented is a key with another public key.
type presented struct {
	crypto.Signer
	public crypto.PublicKey
}

func (p presented) Public() crypto.PublicKey { return p.public }

func TestEachAttemptIsSignedAnew(t *testing.T) {
	service := serve(t, hangUp, refuse(401, "SVC-4011", "REQUEST_SIGNATURE_REPLAYED", nil), ok(map[string]any{}))
	key := keys["ES256"]
	client := service.client(t, noKey, pda.WithSignatureFile("", keyFile(t, key)))
	if _, err := client.CreatePayment(t.Context(), api.CreatePaymentRequest{}, call.IdempotencyKey("order-1001")); err != nil {
		t.Fatal(err)
	}
	nonces := map[string]bool{}
	for _, request := range service.seen() {
		got := readSignature(t, request, key.Public())
		nonces[got.nonce] = true
		if got.covered != "@method @target-uri content-digest idempotency-key" || request.Header.Get("Idempotency-Key") != "order-1001" {
			t.Errorf("the signature was %+v", got)
		}
	}
	if len(nonces) != 3 {
		t.Errorf("%d nonces were sent in 3 attempts", len(nonces))
	}
}
