package pda

import (
	"crypto"
	"errors"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"time"
)

// credential sets the header Authorization of a request, anew for each attempt: the service accepts a JWT or a proof once.
type credential interface {
	authorize(*http.Request) error
	// challenged reads an answer, and tells whether the service asks for the same request with another proof, which authorize now makes.
	challenged(status int, header http.Header) bool
}

// bearer is an API key; empty for none.
type bearer string

func (b bearer) authorize(request *http.Request) error {
	if b != "" {
		request.Header.Set("Authorization", "Bearer "+string(b))
	}
	return nil
}

func (bearer) challenged(int, http.Header) bool { return false }

// tokenLifetime is how long a JWT is valid; each is for one attempt.
const tokenLifetime = time.Minute

// registeredKey signs a JWT for each attempt.
type registeredKey struct {
	key          *privateKey
	id, audience string
}

func (r *registeredKey) authorize(request *http.Request) error {
	now := time.Now()
	token, err := r.key.jwt(map[string]any{"typ": "pda-access+jwt", "kid": r.id}, map[string]any{
		"iss": r.id, "sub": r.id, "aud": r.audience, "jti": newUUID(),
		"iat": now.Unix(), "exp": now.Add(tokenLifetime).Unix(),
	})
	request.Header.Set("Authorization", "Bearer "+token)
	return err
}

func (*registeredKey) challenged(int, http.Header) bool { return false }

var publicKeyIDForm = regexp.MustCompile(`^pky_[0-9a-z]{26}$`)

// WithPublicKey signs a JWT for each attempt, in place of an API key. The key's public key is registered with the service under publicKeyID,
// pky_…; its type is P-256, Ed25519 or RSA. The private key may be outside the program: any crypto.Signer. Default: the environment variables
// PDA_PUBLIC_KEY_ID and PDA_SIGNING_KEY_FILE (PEM), else none.
func WithPublicKey(publicKeyID string, key crypto.Signer) Option {
	return func(s *settings) error {
		if !publicKeyIDForm.MatchString(publicKeyID) {
			return errors.New("pda: the identifier of a registered public key has to be like pky_01m7xz42wmfk4a0a753cy92p9w: use pda.WithPublicKey or PDA_PUBLIC_KEY_ID")
		}
		private, err := newPrivateKey(key)
		if err != nil {
			return fmt.Errorf("pda: the registered key cannot be used: %w", err)
		}
		s.publicKey = &registeredKey{key: private, id: publicKeyID}
		return nil
	}
}

// WithPublicKeyFile reads the private key of WithPublicKey from a file, PEM: BEGIN PRIVATE KEY or BEGIN EC PRIVATE KEY, without a passphrase.
func WithPublicKeyFile(publicKeyID, path string) Option {
	return func(s *settings) error {
		key, err := readPrivateKey(path)
		if err != nil {
			return fmt.Errorf("pda: the registered key cannot be used: %w", err)
		}
		return WithPublicKey(publicKeyID, key)(s)
	}
}

// WithoutPublicKey signs no JWT, also when PDA_PUBLIC_KEY_ID is set.
func WithoutPublicKey() Option {
	return func(s *settings) error { s.publicKey = &registeredKey{}; return nil }
}

// WithAudience sets `aud` of the JWTs of WithPublicKey: the address that the service has for itself. Default: the base address.
func WithAudience(audience string) Option {
	return func(s *settings) error { s.audience = audience; return nil }
}

func publicKeyOfEnvironment(s *settings) error {
	id, file := os.Getenv("PDA_PUBLIC_KEY_ID"), os.Getenv("PDA_SIGNING_KEY_FILE")
	switch {
	case id == "" && file == "":
		return WithoutPublicKey()(s)
	case file == "":
		return errors.New("pda: PDA_PUBLIC_KEY_ID is set without PDA_SIGNING_KEY_FILE: set both variables, or neither")
	case id == "":
		return errors.New("pda: PDA_SIGNING_KEY_FILE is set without PDA_PUBLIC_KEY_ID: set both variables, or neither")
	}
	return WithPublicKeyFile(id, file)(s)
}

// credentialOf returns the only credential of the settings for the header Authorization.
func credentialOf(s *settings, base string) (credential, error) {
	given := []credential{}
	if s.key != "" {
		given = append(given, bearer(s.key))
	}
	if s.publicKey.key != nil {
		audience := s.audience
		if audience == "" {
			audience = base
		}
		given = append(given, &registeredKey{s.publicKey.key, s.publicKey.id, audience})
	}
	if s.dpop != nil {
		given = append(given, s.dpop)
	}
	switch len(given) {
	case 0:
		return bearer(""), nil
	case 1:
		return given[0], nil
	}
	return nil, errors.New("pda: a client has an API key, a registered key or a DPoP token, not several: leave the others out with pda.WithoutAPIKey and pda.WithoutPublicKey")
}
