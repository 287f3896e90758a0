package pda_test

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const publicKeyID = "pky_01m7xz42wmfk4a0a753cy92p9w"

// keys has a key of each type that the service takes, by the name of its algorithm.
var keys = map[string]crypto.Signer{"ES256": newP256(), "EdDSA": newEd25519(), "PS256": newRSA()}

func newP256() crypto.Signer {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	return key
}

func newEd25519() crypto.Signer {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		panic(err)
	}
	return key
}

func newRSA() crypto.Signer {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return key
}

// keyFile writes a key as PKCS #8, after these blocks of other types.
func keyFile(t *testing.T, key any, before ...string) string {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return pemFile(t, append(before, "PRIVATE KEY"), der)
}

// pemFile writes a file with a block of each type, all with the same content.
func pemFile(t *testing.T, types []string, der []byte) string {
	t.Helper()
	var text bytes.Buffer
	for _, each := range types {
		_ = pem.Encode(&text, &pem.Block{Type: each, Bytes: der})
	}
	path := filepath.Join(t.TempDir(), "key.pem")
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// verify fails the test unless the key has signed the text with the algorithm; RSA keys with this hash, and a salt of its length.
func verify(t *testing.T, key crypto.PublicKey, text string, signature []byte, rsaHash crypto.Hash) {
	t.Helper()
	digest := sha256.Sum256([]byte(text))
	good := false
	switch key := key.(type) {
	case *ecdsa.PublicKey:
		r, s := new(big.Int).SetBytes(signature[:len(signature)/2]), new(big.Int).SetBytes(signature[len(signature)/2:])
		good = len(signature) == 64 && ecdsa.Verify(key, digest[:], r, s)
	case ed25519.PublicKey:
		good = ed25519.Verify(key, []byte(text), signature)
	case *rsa.PublicKey:
		hash := rsaHash.New()
		hash.Write([]byte(text))
		good = rsa.VerifyPSS(key, rsaHash, hash.Sum(nil), signature, &rsa.PSSOptions{SaltLength: rsaHash.Size()}) == nil
	}
	if !good {
		t.Errorf("the signature is not that of the key over\n%s", text)
	}
}

// readJWT verifies a compact JWT, and returns its header and its claims.
func readJWT(t *testing.T, token string, key crypto.PublicKey) (header, claims map[string]any) {
	t.Helper()
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		t.Fatalf("%q is no JWT", token)
	}
	decoded := make([][]byte, 3)
	for i, part := range parts {
		var err error
		if decoded[i], err = base64.RawURLEncoding.DecodeString(part); err != nil {
			t.Fatal(err)
		}
	}
	verify(t, key, parts[0]+"."+parts[1], decoded[2], crypto.SHA256)
	if err := json.Unmarshal(decoded[0], &header); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(decoded[1], &claims); err != nil {
		t.Fatal(err)
	}
	return header, claims
}

var inputForm = regexp.MustCompile(`^sig=(\(([^)]*)\);created=(\d+);nonce="([\w-]{22})";keyid="([^"]+)";tag="pda")$`)

// signed is what a request states about its signature.
type signed struct {
	covered, created, nonce, keyID string
}

// readSignature verifies the signature of a request (RFC 9421 §3.2).
func readSignature(t *testing.T, request *http.Request, key crypto.PublicKey) signed {
	t.Helper()
	input := inputForm.FindStringSubmatch(request.Header.Get("Signature-Input"))
	if input == nil {
		t.Fatalf("Signature-Input was %q", request.Header.Get("Signature-Input"))
	}
	var base strings.Builder
	for _, quoted := range strings.Fields(input[2]) {
		name := strings.Trim(quoted, `"`)
		value := request.Header.Get(name)
		switch name {
		case "@method":
			value = request.Method
		case "@target-uri":
			value = "https://" + request.Host + request.RequestURI
		}
		fmt.Fprintf(&base, "%s: %s\n", quoted, value)
	}
	base.WriteString(`"@signature-params": ` + input[1])
	value := strings.TrimSuffix(strings.TrimPrefix(request.Header.Get("Signature"), "sig=:"), ":")
	signature, err := base64.StdEncoding.DecodeString(value)
	if err != nil {
		t.Fatal(err)
	}
	verify(t, key, base.String(), signature, crypto.SHA512)
	return signed{strings.ReplaceAll(input[2], `"`, ""), input[3], input[4], input[5]}
}
