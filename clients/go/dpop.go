package pda

import (
	"context"
	"crypto"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"sync/atomic"
	"time"
)

// dpopToken sends an access token with a proof of the key that it is bound to (DPoP, RFC 9449).
type dpopToken struct {
	token func(context.Context) (string, error)
	key   *privateKey
	// nonce is the newest that the service gave; each answer may give another one.
	nonce atomic.Pointer[string]
}

func (d *dpopToken) authorize(request *http.Request) error {
	token, err := d.token(request.Context())
	if err != nil {
		return fmt.Errorf("no access token: %w", err)
	}
	if !keyForm.MatchString(token) {
		return errors.New("no access token: the function of pda.WithDPoP returned an empty text, or one with a character that no token has")
	}
	digest := sha256.Sum256([]byte(token))
	claims := map[string]any{
		"jti": newUUID(), "htm": request.Method, "htu": origin(request) + request.URL.EscapedPath(), "iat": time.Now().Unix(), "ath": base64url(digest[:]),
	}
	if nonce := d.nonce.Load(); nonce != nil {
		claims["nonce"] = *nonce
	}
	proof, err := d.key.jwt(map[string]any{"typ": "dpop+jwt", "jwk": d.key.jwk}, claims)
	request.Header.Set("Authorization", "DPoP "+token)
	request.Header.Set("DPoP", proof)
	return err
}

var nonceChallenge = regexp.MustCompile(`(?i)\bDPoP\b.*\berror="use_dpop_nonce"`)

func (d *dpopToken) challenged(status int, header http.Header) bool {
	nonce := header.Get("DPoP-Nonce")
	if nonce == "" {
		return false
	}
	d.nonce.Store(&nonce)
	if status != http.StatusUnauthorized {
		return false
	}
	for _, challenge := range header.Values("WWW-Authenticate") {
		if nonceChallenge.MatchString(challenge) {
			return true
		}
	}
	return false
}

// WithDPoP sends an access token that is bound to a key (RFC 9449), in place of an API key, and proves the key in each attempt. The token's
// cnf.jkt is the thumbprint of the key; the key's type is P-256, Ed25519 or RSA. The function is called for each attempt and returns the
// token to use now, so it keeps a token until the token ends. When the function fails, the call fails with its error.
func WithDPoP(token func(context.Context) (string, error), key crypto.Signer) Option {
	return func(s *settings) error {
		private, err := newPrivateKey(key)
		if err != nil {
			return fmt.Errorf("pda: the key of pda.WithDPoP cannot be used: %w", err)
		}
		if token == nil {
			return errors.New("pda: pda.WithDPoP needs a function that returns the access token")
		}
		s.dpop = &dpopToken{token: token, key: private}
		return nil
	}
}
