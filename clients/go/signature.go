package pda

import (
	"crypto"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"time"
)

// decisive are headers that decide what a request does, or for whom. The service needs those covered that a request has.
var decisive = []string{"content-digest", "authorization", "idempotency-key", "if-match", "x-request-id"}

// requestSigner signs requests (HTTP Message Signatures, RFC 9421).
type requestSigner struct {
	key *privateKey
	id  string
}

// sign adds Content-Digest (RFC 9530) if the request has a body, Signature-Input and Signature. It is called last, for each attempt anew.
func (r *requestSigner) sign(request *http.Request, body []byte) error {
	if body != nil {
		digest := sha256.Sum256(body)
		request.Header.Set("Content-Digest", "sha-256=:"+base64.StdEncoding.EncodeToString(digest[:])+":")
	}
	names := []string{`"@method"`, `"@target-uri"`}
	lines := []string{`"@method": ` + request.Method, `"@target-uri": ` + targetURI(request)}
	for _, name := range decisive {
		if request.Header.Values(name) != nil {
			names = append(names, `"`+name+`"`)
			lines = append(lines, `"`+name+`": `+strings.TrimSpace(request.Header.Get(name)))
		}
	}
	var nonce [16]byte
	_, _ = rand.Read(nonce[:]) // never fails: it ends the program instead
	params := fmt.Sprintf(`(%s);created=%d;nonce="%s";keyid="%s";tag="pda"`,
		strings.Join(names, " "), time.Now().Unix(), base64url(nonce[:]), r.id)
	signature, err := r.key.sign(strings.Join(append(lines, `"@signature-params": `+params), "\n"), crypto.SHA512)
	request.Header.Set("Signature-Input", "sig="+params)
	request.Header.Set("Signature", "sig=:"+base64.StdEncoding.EncodeToString(signature)+":")
	return err
}

// origin returns scheme and authority of a request as the service sees them.
func origin(request *http.Request) string { return "https://" + strings.ToLower(request.URL.Host) }

// targetURI returns the whole address of a request as the service sees it.
func targetURI(request *http.Request) string { return origin(request) + request.URL.RequestURI() }

var keyIDForm = regexp.MustCompile(`^(pky_[0-9a-z]{26}|[A-Za-z0-9_-]{43})$`)

// WithSignature signs each request (RFC 9421), beside another credential or as the only one. The key's type is P-256, Ed25519 or RSA, and
// keyID is the identifier of its registered public key, pky_…. The key of a wallet, P-256, is known by its thumbprint (RFC 7638), which an empty keyID
// stands for. The private key may be outside the program: any crypto.Signer. The base address has to be one under which the service itself
// is reached. Default: the environment variables PDA_SIGNATURE_KEY_FILE (PEM) and PDA_SIGNATURE_KEY_ID, else none.
func WithSignature(keyID string, key crypto.Signer) Option {
	return func(s *settings) error {
		private, err := newPrivateKey(key)
		if err != nil {
			return fmt.Errorf("pda: the key that signs requests cannot be used: %w", err)
		}
		switch {
		case keyID == "" && private.algorithm != es256:
			return errors.New("pda: the key of a wallet is of type P-256: for a registered key, give pda.WithSignature or PDA_SIGNATURE_KEY_ID its identifier, pky_…")
		case keyID == "":
			keyID = private.thumbprint()
		case !keyIDForm.MatchString(keyID):
			return errors.New("pda: the identifier of the key that signs requests has to be that of a registered public key, pky_…, or a wallet key's thumbprint: use pda.WithSignature or PDA_SIGNATURE_KEY_ID")
		}
		s.signer = &requestSigner{private, keyID}
		return nil
	}
}

// WithSignatureFile reads the private key of WithSignature from a file, PEM: BEGIN PRIVATE KEY or BEGIN EC PRIVATE KEY, without a passphrase.
func WithSignatureFile(keyID, path string) Option {
	return func(s *settings) error {
		key, err := readPrivateKey(path)
		if err != nil {
			return fmt.Errorf("pda: the key that signs requests cannot be used: %w", err)
		}
		return WithSignature(keyID, key)(s)
	}
}

// WithoutSignature signs no request, also when PDA_SIGNATURE_KEY_FILE is set.
func WithoutSignature() Option {
	return func(s *settings) error { s.signer = &requestSigner{}; return nil }
}

func signatureOfEnvironment(s *settings) error {
	id, file := os.Getenv("PDA_SIGNATURE_KEY_ID"), os.Getenv("PDA_SIGNATURE_KEY_FILE")
	switch {
	case file != "":
		return WithSignatureFile(id, file)(s)
	case id != "":
		return errors.New("pda: PDA_SIGNATURE_KEY_ID is set without PDA_SIGNATURE_KEY_FILE: set both variables, or neither")
	}
	return WithoutSignature()(s)
}
