package pda_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	pda "pda.example/clients/go"
	"pda.example/clients/go/gen/api"
)

var noKey = pda.WithoutAPIKey()

func bearerOf(t *testing.T, request *http.Request) string {
	t.Helper()
	token, found := strings.CutPrefix(request.Header.Get("Authorization"), "Bearer ")
	if !found {
		t.Fatalf("Authorization was %q", request.Header.Get("Authorization"))
	}
	return token
}

func TestJWTOfRegisteredKey(t *testing.T) {
	for algorithm, key := range keys {
		t.Run(algorithm, func(t *testing.T) {
			service := serve(t, ok(map[string]any{}))
			if _, err := service.client(t, noKey, pda.WithPublicKey(publicKeyID, outside{key})).GetServerInfo(t.Context()); err != nil {
				t.Fatal(err)
			}
			header, claims := readJWT(t, bearerOf(t, service.seen()[0]), key.Public())
			if want := (map[string]any{"alg": algorithm, "typ": "pda-access+jwt", "kid": publicKeyID}); fmt.Sprint(header) != fmt.Sprint(want) {
				t.Errorf("the header was %v", header)
			}
			issued := int64(claims["iat"].(float64))
			if age := time.Now().Unix() - issued; age < 0 || age > 60 || int64(claims["exp"].(float64))-issued != 60 {
				t.Errorf("the times were %v", claims)
			}
			if len(claims) != 6 || claims["iss"] != publicKeyID || claims["sub"] != publicKeyID || claims["aud"] != service.URL || len(claims["jti"].(string)) != 36 {
				t.Errorf("the claims were %v", claims)
			}
		})
	}
}

func TestEachAttemptHasItsOwnJWT(t *testing.T) {
	for name, first := range map[string]http.HandlerFunc{
		"unavailable":       refuse(503, "SVC-5030", "SHUTTING_DOWN", nil),
		"broken connection": hangUp,
		"sent twice below":  refuse(401, "SVC-4011", "TOKEN_REPLAYED", nil),
	} {
		t.Run(name, func(t *testing.T) {
			service := serve(t, first, ok(map[string]any{}))
			client := service.client(t, noKey, pda.WithPublicKey(publicKeyID, keys["EdDSA"]), pda.WithAudience("https://pda.example"))
			if _, err := client.CreatePayment(t.Context(), api.CreatePaymentRequest{}); err != nil {
				t.Fatal(err)
			}
			seen := service.seen()
			if len(seen) != 2 || seen[0].Header.Get("Idempotency-Key") != seen[1].Header.Get("Idempotency-Key") {
				t.Fatalf("%d requests were sent, or with two idempotency keys", len(seen))
			}
			tokens := map[any]bool{}
			for _, request := range seen {
				_, claims := readJWT(t, bearerOf(t, request), keys["EdDSA"].Public())
				if tokens[claims["jti"]] = true; claims["aud"] != "https://pda.example" {
					t.Errorf("the audience was %v", claims["aud"])
				}
			}
			if len(tokens) != 2 {
				t.Error("a JWT was sent twice")
			}
		})
	}
}

func TestOtherRefusalsOfTheProofAreFinal(t *testing.T) {
	service := serve(t, refuse(401, "SVC-4011", "TOKEN_EXPIRED", nil))
	_, err := service.client(t, noKey, pda.WithPublicKey(publicKeyID, keys["ES256"])).GetServerInfo(t.Context())
	if !errors.As(err, new(*pda.Error)) || len(service.seen()) != 1 {
		t.Errorf("after %d requests: %v", len(service.seen()), err)
	}
}

func TestKeysOfEnvironment(t *testing.T) {
	service := serve(t, ok(map[string]any{}))
	file := keyFile(t, keys["ES256"], "EC PARAMETERS")
	t.Setenv("PDA_PUBLIC_KEY_ID", publicKeyID)
	t.Setenv("PDA_SIGNING_KEY_FILE", file)
	t.Setenv("PDA_SIGNATURE_KEY_ID", publicKeyID)
	t.Setenv("PDA_SIGNATURE_KEY_FILE", file)
	for _, client := range []*pda.Client{
		service.client(t, noKey),
		service.client(t, pda.WithoutPublicKey(), pda.WithoutSignature()),
	} {
		if _, err := client.GetServerInfo(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	proven, plain := service.seen()[0], service.seen()[1]
	readJWT(t, bearerOf(t, proven), keys["ES256"].Public())
	if got := readSignature(t, proven, keys["ES256"].Public()); got.keyID != publicKeyID || got.covered != "@method @target-uri authorization" {
		t.Errorf("the signature was %+v", got)
	}
	if bearerOf(t, plain) != secret || plain.Header.Get("Signature") != "" {
		t.Errorf("the headers were %v", plain.Header)
	}
}

func TestImpossibleKeys(t *testing.T) {
	p384, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	p256 := keys["ES256"]
	file, encrypted := keyFile(t, p256), pemFile(t, []string{"ENCRYPTED PRIVATE KEY"}, []byte("secret"))
	damaged := pemFile(t, []string{"PRIVATE KEY"}, []byte("secret"))
	for _, test := range []struct {
		environment map[string]string
		options     []pda.Option
		says        string
	}{
		{nil, []pda.Option{pda.WithPublicKey("key_1", p256)}, "PDA_PUBLIC_KEY_ID"},
		{nil, []pda.Option{pda.WithPublicKey(publicKeyID, p384)}, "type P-256, Ed25519 or RSA"},
		{nil, []pda.Option{pda.WithPublicKey(publicKeyID, nil)}, "is nil"},
		{nil, []pda.Option{pda.WithPublicKeyFile(publicKeyID, encrypted)}, "no private key in PEM without a passphrase"},
		{nil, []pda.Option{pda.WithPublicKeyFile(publicKeyID, damaged)}, "damaged"},
		{nil, []pda.Option{pda.WithPublicKeyFile(publicKeyID, "/nowhere.pem")}, "no such file"},
		{nil, []pda.Option{pda.WithAPIKey(secret), pda.WithPublicKey(publicKeyID, p256)}, "pda.WithoutAPIKey"},
		{nil, []pda.Option{pda.WithDPoP(noToken, p256), pda.WithPublicKey(publicKeyID, p256)}, "pda.WithoutPublicKey"},
		{map[string]string{"PDA_API_KEY": secret}, []pda.Option{pda.WithDPoP(noToken, p256)}, "pda.WithoutAPIKey"},
		{nil, []pda.Option{pda.WithDPoP(noToken, p384)}, "type P-256, Ed25519 or RSA"},
		{nil, []pda.Option{pda.WithDPoP(nil, p256)}, "a function"},
		{nil, []pda.Option{pda.WithSignature("", p384)}, "type P-256, Ed25519 or RSA"},
		{nil, []pda.Option{pda.WithSignature("", keys["PS256"])}, "the key of a wallet is of type P-256"},
		{nil, []pda.Option{pda.WithSignature("", keys["EdDSA"])}, "key of a wallet is of type P-256"},
		{nil, []pda.Option{pda.WithSignature("office", p256)}, "PDA_SIGNATURE_KEY_ID"},
		{nil, []pda.Option{pda.WithSignatureFile("", damaged)}, "damaged"},
		{map[string]string{"PDA_PUBLIC_KEY_ID": publicKeyID}, nil, "PDA_PUBLIC_KEY_ID is set without PDA_SIGNING_KEY_FILE"},
		{map[string]string{"PDA_SIGNING_KEY_FILE": file}, nil, "PDA_SIGNING_KEY_FILE is set without PDA_PUBLIC_KEY_ID"},
		{map[string]string{"PDA_SIGNATURE_KEY_ID": publicKeyID}, nil, "PDA_SIGNATURE_KEY_ID is set without PDA_SIGNATURE_KEY_FILE"},
		{map[string]string{"PDA_SIGNATURE_KEY_FILE": encrypted}, nil, "no private key in PEM without a passphrase"},
	} {
		for _, name := range variables {
			t.Setenv(name, test.environment[name])
		}
		_, err := pda.New(append(test.options, pda.WithBaseURL("https://pda.example"))...)
		if err == nil || !strings.Contains(err.Error(), test.says) || strings.Contains(err.Error(), secret) {
			t.Errorf("expected an error that says %q, got %v", test.says, err)
		}
	}
}

// failing is a key that cannot be reached.
type failing struct{ crypto.Signer }

var errAway = errors.New("the security module is away")

func (failing) Sign(io.Reader, []byte, crypto.SignerOpts) ([]byte, error) { return nil, errAway }

func TestFailingKey(t *testing.T) {
	for name, option := range map[string]pda.Option{
		"JWT":       pda.WithPublicKey(publicKeyID, failing{keys["ES256"]}),
		"signature": pda.WithSignature("", failing{keys["ES256"]}),
		"proof":     pda.WithDPoP(noToken, failing{keys["ES256"]}),
	} {
		t.Run(name, func(t *testing.T) {
			service := serve(t, ok(map[string]any{}))
			_, err := service.client(t, noKey, option).CreatePayment(t.Context(), api.CreatePaymentRequest{})
			var lost *pda.ConnectionError
			if !errors.As(err, &lost) || !errors.Is(err, errAway) || lost.Attempts != 1 || lost.IdempotencyKey == "" {
				t.Errorf("the error was %v", err)
			}
			if strings.Contains(fmt.Sprint(err), "may have been executed") || len(service.seen()) != 0 {
				t.Errorf("nothing was sent, but %d requests came: %v", len(service.seen()), err)
			}
		})
	}
}
