package pda

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	_ "crypto/sha512" // registers crypto.SHA512
	"crypto/x509"
	"encoding/asn1"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"os"
)

// Algorithms of JWTs (RFC 7518, RFC 8037). The type of a key decides which of them the key signs with.
const (
	es256 = "ES256"
	edDSA = "EdDSA"
	ps256 = "PS256"
)

// privateKey proves who calls. Only its signatures are sent.
type privateKey struct {
	signer    crypto.Signer
	algorithm string
	// jwk is the public key (RFC 7517), with the members that count for the thumbprint.
	jwk map[string]string
}

// newPrivateKey checks that the key is of a type that the service takes: P-256, Ed25519 or RSA.
func newPrivateKey(signer crypto.Signer) (*privateKey, error) {
	if signer == nil {
		return nil, errors.New("the private key is nil")
	}
	switch public := signer.Public().(type) {
	case *ecdsa.PublicKey:
		if public.Curve != elliptic.P256() {
			break
		}
		point, err := public.ECDH()
		if err != nil {
			return nil, err
		}
		both := point.Bytes() // 4, x, y (SEC 1)
		return &privateKey{signer, es256, map[string]string{
			"kty": "EC", "crv": "P-256", "x": base64url(both[1:33]), "y": base64url(both[33:]),
		}}, nil
	case ed25519.PublicKey:
		return &privateKey{signer, edDSA, map[string]string{"kty": "OKP", "crv": "Ed25519", "x": base64url(public)}}, nil
	case *rsa.PublicKey:
		exponent := big.NewInt(int64(public.E)).Bytes()
		return &privateKey{signer, ps256, map[string]string{"kty": "RSA", "n": base64url(public.N.Bytes()), "e": base64url(exponent)}}, nil
	}
	return nil, errors.New("the private key has to be of type P-256, Ed25519 or RSA")
}

// readPrivateKey returns the first private key of a file in PEM. No error shows what is in the file.
func readPrivateKey(path string) (crypto.Signer, error) {
	rest, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			return nil, fmt.Errorf("%s has no private key in PEM without a passphrase", path)
		}
		var key any
		switch {
		case block.Type == "PRIVATE KEY":
			key, err = x509.ParsePKCS8PrivateKey(block.Bytes)
		case block.Type == "EC PRIVATE KEY" && block.Headers["Proc-Type"] == "":
			key, err = x509.ParseECPrivateKey(block.Bytes)
		default:
			continue
		}
		if signer, ok := key.(crypto.Signer); err == nil && ok {
			return signer, nil
		}
		return nil, fmt.Errorf("the private key in %s is damaged or of a type that does not sign", path)
	}
}

// sign signs a text with the algorithm of the key. An ECDSA signature is r ‖ s in 64 bytes (RFC 7518 §3.4). RSASSA-PSS is PS256 with SHA-256,
// and rsa-pss-sha512 (RFC 9421 §3.3.1) with SHA-512; the salt is as long as the hash.
func (k *privateKey) sign(text string, rsaHash crypto.Hash) ([]byte, error) {
	switch k.algorithm {
	case edDSA:
		return k.signer.Sign(rand.Reader, []byte(text), crypto.Hash(0))
	case ps256:
		hash := rsaHash.New()
		hash.Write([]byte(text))
		return k.signer.Sign(rand.Reader, hash.Sum(nil), &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash, Hash: rsaHash})
	}
	digest := sha256.Sum256([]byte(text))
	der, err := k.signer.Sign(rand.Reader, digest[:], crypto.SHA256)
	if err != nil {
		return nil, err
	}
	var numbers struct{ R, S *big.Int }
	if _, err := asn1.Unmarshal(der, &numbers); err != nil {
		return nil, fmt.Errorf("the key made no ECDSA signature: %w", err)
	}
	if numbers.R.Sign() < 1 || numbers.S.Sign() < 1 || max(numbers.R.BitLen(), numbers.S.BitLen()) > 256 {
		return nil, errors.New("the key made no ECDSA signature of P-256")
	}
	signature := make([]byte, 64)
	numbers.R.FillBytes(signature[:32])
	numbers.S.FillBytes(signature[32:])
	return signature, nil
}

// jwt returns a JWT (RFC 7519) with the algorithm of the key in its header.
func (k *privateKey) jwt(header, claims map[string]any) (string, error) {
	header["alg"] = k.algorithm
	text := base64url(jsonOf(header)) + "." + base64url(jsonOf(claims))
	signature, err := k.sign(text, crypto.SHA256)
	return text + "." + base64url(signature), err
}

// thumbprint returns the SHA-256 thumbprint of the public key (RFC 7638). The members of a map are encoded in the order that it needs.
func (k *privateKey) thumbprint() string {
	digest := sha256.Sum256(jsonOf(k.jwk))
	return base64url(digest[:])
}

// jsonOf encodes texts, numbers and maps of them, for which encoding cannot fail.
func jsonOf(value any) []byte {
	encoded, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return encoded
}

func base64url(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }
